// Rounding as Python does it, half to even: whoever counts pixels there and here gets the same.

/**
 * The nearest whole number, the even one of two.
 * @param {number} value
 */
export function round(value) {
  const below = Math.floor(value)
  const rest = value - below
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1
  return below % 2 ? below + 1 : below
}

/**
 * The nearest number with six decimals: it cuts off what floating point leaves behind.
 * @param {number} value
 */
export function settled(value) {
  // A double lies just between two of them only as an odd number of 128ths.
  if (Math.abs(value * 128) % 2 !== 1) return Number(value.toFixed(6))
  const exact = value.toFixed(7)
  const low = exact.slice(0, -1)
  return Number(Number(low.at(-1)) % 2 ? value.toFixed(6) : low)
}
