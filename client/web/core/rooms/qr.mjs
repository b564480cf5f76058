// A text as a QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 10.
//
//     const rows = qr("https://example.org/r/ABCDEF")   // rows[y][x]: whether it is dark

import { utf8 } from "../utf8.mjs"

/** For each version: codewords in all, those for correction in each block, and blocks. */
const SIZES = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2],
  [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
]
/** From which row to which alignment patterns lie, beside the 6th, from version 2 on. */
const ALIGNED = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]]
const LEVEL_M = 0
const FINDER = [1, 0, 1, 1, 1, 0, 1]

/** @typedef {boolean[][]} Modules */

/**
 * The code of a text, in rows. Throws a RangeError for a text that is too long.
 * @param {string} text
 * @returns {Modules}
 */
export function qr(text) {
  const bytes = [...utf8(text)]
  const version = SIZES.findIndex((_, i) => bytes.length <= capacity(i + 1)) + 1
  if (!version) throw new RangeError("that is too long for a code")
  const bits = bitsOf(interleaved(codewords(bytes, version), version))
  const drawn = Array.from({ length: 8 }, (_, mask) => draw(bits, version, mask))
  const worth = drawn.map(penalty)
  return drawn[worth.indexOf(Math.min(...worth))]
}

/** @param {number} version */
function dataSize(version) {
  const [all, correction, blocks] = SIZES[version - 1]
  return all - correction * blocks
}

/** @param {number} version */
const capacity = (version) => dataSize(version) - (version < 10 ? 2 : 3)

// What is written ---------------------------------------------------------------------------------

/**
 * @param {readonly number[]} bytes
 * @param {number} version
 * @returns {number[]}
 */
function codewords(bytes, version) {
  const bits = [0, 1, 0, 0, ...binary(bytes.length, version < 10 ? 8 : 16), ...bitsOf(bytes)]
  const room = 8 * dataSize(version)
  bits.push(...Array(Math.min(4, room - bits.length)).fill(0))
  while (bits.length % 8) bits.push(0)
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) bits.push(...binary(pad, 8))
  return Array.from({ length: bits.length / 8 }, (_, i) =>
    parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2),
  )
}

/**
 * Blocks with their corrections, one codeword of each after the other.
 * @param {readonly number[]} data
 * @param {number} version
 */
function interleaved(data, version) {
  const [, correction, count] = SIZES[version - 1]
  const short = Math.floor(data.length / count)
  const firstLong = count - (data.length % count)
  let at = 0
  const blocks = Array.from({ length: count }, (_, i) => {
    const length = short + (i < firstLong ? 0 : 1)
    return data.slice(at, (at += length))
  })
  const corrections = blocks.map((block) => corrected(block, correction))
  return [...woven(blocks), ...woven(corrections)]
}

/** @param {readonly (readonly number[])[]} blocks */
function woven(blocks) {
  const longest = Math.max(...blocks.map(({ length }) => length))
  const found = []
  for (let i = 0; i < longest; i++) {
    for (const block of blocks) if (i < block.length) found.push(block[i])
  }
  return found
}

/**
 * The codewords by which a block can be corrected: Reed and Solomon's.
 * @param {readonly number[]} block
 * @param {number} count
 */
function corrected(block, count) {
  let generator = [1]
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    const next = [...generator, 0]
    generator.forEach((factor, at) => (next[at + 1] ^= times(factor, root)))
    generator = next
  }
  const rest = [...block, ...Array(count).fill(0)]
  for (let i = 0; i < block.length; i++) {
    const factor = rest[i]
    generator.forEach((each, at) => (rest[i + at] ^= times(each, factor)))
  }
  return rest.slice(block.length)
}

/**
 * A product in the field of 256 elements.
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
  let product = 0
  for (; b; b >>= 1) {
    if (b & 1) product ^= a
    a = (a << 1) ^ (a & 0x80 ? 0x11d : 0)
  }
  return product
}

/**
 * @param {number} number
 * @param {number} length
 */
const binary = (number, length) =>
  Array.from({ length }, (_, i) => (number >> (length - 1 - i)) & 1)

/** @param {readonly number[]} bytes */
const bitsOf = (bytes) => bytes.flatMap((byte) => binary(byte, 8))

// Where it is written -----------------------------------------------------------------------------

/**
 * @param {readonly number[]} bits
 * @param {number} version
 * @param {number} mask
 * @returns {Modules}
 */
function draw(bits, version, mask) {
  const size = 17 + 4 * version
  /** @type {(boolean | null)[][]} null where data will be */
  const rows = Array.from({ length: size }, () => Array(size).fill(null))
  for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]]) drawFinder(rows, x, y)
  drawAligned(rows, version)
  for (let i = 8; i < size - 8; i++) rows[6][i] = rows[i][6] = i % 2 === 0
  drawFormat(rows, mask)
  if (version >= 7) drawVersion(rows, version)
  drawData(rows, bits, mask)
  return /** @type {Modules} */ (rows)
}

/** @param {(boolean | null)[][]} rows @param {number} x @param {number} y */
function drawFinder(rows, x, y) {
  for (let i = -1; i <= 7; i++) {
    for (let j = -1; j <= 7; j++) {
      if (rows[y + j]?.[x + i] === undefined) continue
      const within = i >= 0 && i <= 6 && j >= 0 && j <= 6
      const edge = i === 0 || i === 6 || j === 0 || j === 6
      rows[y + j][x + i] = within && (edge || Boolean(FINDER[i] && FINDER[j] && i > 1 && j > 1
        && i < 5 && j < 5))
    }
  }
}

/** @param {(boolean | null)[][]} rows @param {number} version */
function drawAligned(rows, version) {
  const middles = version > 1 ? [6, ...ALIGNED[version - 1]] : []
  const last = middles.at(-1)
  for (const y of middles) {
    for (const x of middles) {
      if ((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)) continue
      for (let j = -2; j <= 2; j++) {
        for (let i = -2; i <= 2; i++) {
          rows[y + j][x + i] = Math.max(Math.abs(i), Math.abs(j)) !== 1
        }
      }
    }
  }
}

/**
 * Level and mask, twice, and the one module that is always dark.
 * @param {(boolean | null)[][]} rows
 * @param {number} mask
 */
function drawFormat(rows, mask) {
  const bits = (((LEVEL_M << 3) | mask) << 10 | checked((LEVEL_M << 3) | mask, 0x537, 10)) ^ 0x5412
  const size = rows.length
  for (let i = 0; i < 15; i++) {
    const dark = Boolean((bits >> i) & 1)
    // Down the left of the upper right corner's, and round the upper left one.
    const y = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i
    const x = i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i
    rows[y][8] = dark
    rows[8][x] = dark
  }
  rows[size - 8][8] = true
}

/** @param {(boolean | null)[][]} rows @param {number} version */
function drawVersion(rows, version) {
  const bits = (version << 12) | checked(version, 0x1f25, 12)
  for (let i = 0; i < 18; i++) {
    const dark = Boolean((bits >> i) & 1)
    const [a, b] = [Math.floor(i / 3), rows.length - 11 + (i % 3)]
    rows[a][b] = rows[b][a] = dark
  }
}

/**
 * The remainder of bits, by which they can be corrected.
 * @param {number} data
 * @param {number} generator
 * @param {number} length
 */
function checked(data, generator, length) {
  let rest = data
  for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >> (length - 1)) & 1 ? generator : 0)
  return rest
}

/** @type {readonly ((x: number, y: number) => number)[]} dark where it is 0 */
const MASKS = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/**
 * In columns of two from the right, up and down in turns.
 * @param {(boolean | null)[][]} rows
 * @param {readonly number[]} bits
 * @param {number} mask
 */
function drawData(rows, bits, mask) {
  const size = rows.length
  let at = 0
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right-- // the column of the timing pattern
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue
        rows[y][x] = Boolean((bits[at] ?? 0) ^ Number(MASKS[mask](x, y) === 0))
        at++
      }
    }
  }
}

/**
 * How much there is in it that could lead a reader astray.
 * @param {Modules} rows
 */
function penalty(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x]))
  const lines = [...rows, ...columns]
  let found = 0
  for (const line of lines) {
    const text = line.map(Number).join("")
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) found += run.length - 2
    for (const pattern of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) found += 40
    }
  }
  for (let y = 0; y + 1 < rows.length; y++) {
    for (let x = 0; x + 1 < rows.length; x++) {
      const [a, b, c, d] = [rows[y][x], rows[y][x + 1], rows[y + 1][x], rows[y + 1][x + 1]]
      if (a === b && b === c && c === d) found += 3
    }
  }
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2
  return found + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5)
}
