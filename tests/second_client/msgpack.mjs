// MessagePack, as much of it as the protocol needs, from the public specification.
//
// null, booleans, integers (to 2^53), texts, bytes (Uint8Array), arrays and maps. A map becomes an
// object, so that a map's integer keys are texts afterwards: "3" for 3.

/** Return a value's bytes. Throws a TypeError for what the protocol has no use for. */
export function encode(value) {
  const bytes = []
  write(value, bytes)
  return Uint8Array.from(bytes)
}

/** Return the value that these bytes hold. Throws a RangeError if they hold none, or more. */
export function decode(bytes) {
  const reader = new Reader(bytes)
  const value = reader.value()
  if (reader.at !== bytes.length) throw new RangeError("there is something behind the value")
  return value
}

function write(value, out) {
  if (value === null) out.push(0xc0)
  else if (value === false) out.push(0xc2)
  else if (value === true) out.push(0xc3)
  else if (Number.isSafeInteger(value)) writeInteger(value, out)
  else if (typeof value === "string") {
    const text = new TextEncoder().encode(value)
    if (text.length < 32) out.push(0xa0 | text.length)
    else writeLength(text.length, [0xd9, 0xda, 0xdb], out)
    out.push(...text)
  } else if (value instanceof Uint8Array) {
    writeLength(value.length, [0xc4, 0xc5, 0xc6], out)
    out.push(...value)
  } else if (Array.isArray(value)) {
    if (value.length < 16) out.push(0x90 | value.length)
    else writeLength(value.length, [null, 0xdc, 0xdd], out)
    for (const item of value) write(item, out)
  } else if (typeof value === "object") {
    const items = Object.entries(value)
    if (items.length < 16) out.push(0x80 | items.length)
    else writeLength(items.length, [null, 0xde, 0xdf], out)
    for (const [key, item] of items) {
      write(key, out)
      write(item, out)
    }
  } else throw new TypeError(`nothing stands for ${value}`)
}

function writeInteger(value, out) {
  if (value >= 0 && value < 128) out.push(value)
  else if (value >= 0 && value < 2 ** 32) {
    writeLength(value, [0xcc, 0xcd, 0xce], out)
  } else if (value < 0 && value >= -32) out.push(value & 0xff)
  else {
    out.push(0xd3)
    writeBig(BigInt.asUintN(64, BigInt(value)), 8, out)
  }
}

function writeLength(length, [small, middle, large], out) {
  if (small !== null && length < 2 ** 8) out.push(small, length)
  else if (length < 2 ** 16) {
    out.push(middle)
    writeBig(BigInt(length), 2, out)
  } else {
    out.push(large)
    writeBig(BigInt(length), 4, out)
  }
}

function writeBig(value, size, out) {
  for (let byte = size - 1; byte >= 0; byte--) out.push(Number((value >> BigInt(8 * byte)) & 0xffn))
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes
    this.at = 0
  }

  value() {
    const first = this.unsigned(1)
    if (first < 0x80) return first
    if (first < 0x90) return this.map(first & 0x0f)
    if (first < 0xa0) return this.array(first & 0x0f)
    if (first < 0xc0) return this.text(first & 0x1f)
    if (first >= 0xe0) return first - 256
    switch (first) {
      case 0xc0: return null
      case 0xc2: return false
      case 0xc3: return true
      case 0xc4: return this.take(this.unsigned(1))
      case 0xc5: return this.take(this.unsigned(2))
      case 0xc6: return this.take(this.unsigned(4))
      case 0xcc: return this.unsigned(1)
      case 0xcd: return this.unsigned(2)
      case 0xce: return this.unsigned(4)
      case 0xcf: return this.unsigned(8)
      case 0xd0: return this.signed(1)
      case 0xd1: return this.signed(2)
      case 0xd2: return this.signed(4)
      case 0xd3: return this.signed(8)
      case 0xd9: return this.text(this.unsigned(1))
      case 0xda: return this.text(this.unsigned(2))
      case 0xdb: return this.text(this.unsigned(4))
      case 0xdc: return this.array(this.unsigned(2))
      case 0xdd: return this.array(this.unsigned(4))
      case 0xde: return this.map(this.unsigned(2))
      case 0xdf: return this.map(this.unsigned(4))
    }
    throw new RangeError(`the protocol has no type ${first.toString(16)}`)
  }

  take(length) {
    if (this.at + length > this.bytes.length) throw new RangeError("the value is cut short")
    this.at += length
    return this.bytes.slice(this.at - length, this.at)
  }

  unsigned(size) {
    return this.number(size, BigInt.asUintN)
  }

  signed(size) {
    return this.number(size, BigInt.asIntN)
  }

  number(size, as) {
    let value = 0n
    for (const byte of this.take(size)) value = (value << 8n) | BigInt(byte)
    const number = Number(as(8 * size, value))
    if (!Number.isSafeInteger(number)) throw new RangeError("a number is too large")
    return number
  }

  text(length) {
    return new TextDecoder("utf-8", { fatal: true }).decode(this.take(length))
  }

  array(length) {
    const items = []
    for (let item = 0; item < length; item++) items.push(this.value())
    return items
  }

  map(length) {
    const items = []
    for (let item = 0; item < length; item++) items.push([this.value(), this.value()])
    return Object.fromEntries(items)
  }
}
