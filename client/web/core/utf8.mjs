// Texts as bytes. (The core has no TextEncoder: that is a browser's.)

/** @param {string} text */
export function utf8(text) {
  const quoted = encodeURIComponent(text).matchAll(/%(..)|./gs)
  return Uint8Array.from(quoted, ([sign, byte]) => (byte ? parseInt(byte, 16) : sign.charCodeAt(0)))
}
