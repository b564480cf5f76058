// SHA-256, for holding a seed against its promise: a browser has its own only behind TLS.

import { utf8 } from "../utf8.mjs"

/** @param {number} number */
const isPrime = (number) => {
  for (let part = 2; part * part <= number; part++) if (number % part === 0) return false
  return true
}
const PRIMES = Array.from({ length: 312 }, (_, i) => i).filter((i) => i > 1 && isPrime(i))
/** @param {number} root the first 32 bits of its fraction */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits))

/**
 * The SHA-256 of a text's UTF-8, in hexadecimal.
 * @param {string} text
 */
export function sha256(text) {
  const bytes = utf8(text)
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new Uint8Array(blocks * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = [...START]
  for (let block = 0; block < blocks; block++) mix(state, view, block * 64)
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
}

/**
 * @param {number[]} state
 * @param {DataView} view
 * @param {number} at
 */
function mix(state, view, at) {
  const words = Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i))
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15], words[i - 2]]
    const a = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const b = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words.push((words[i - 16] + a + words[i - 7] + b) | 0)
  }
  let [a, b, c, d, e, f, g, h] = state
  words.forEach((word, i) => {
    const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[i] + word) | 0
    const two = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
  })
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0))
}
