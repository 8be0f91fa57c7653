// Computes the checksum of ISHNE and SCP-ECG.

/** The checksum of each single byte: eight steps with the polynomial 0x1021. */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
  return crc;
});

/** Returns the CRC-CCITT (polynomial 0x1021, start 0xFFFF). */
export function crcCcitt(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (table[(crc >> 8) ^ byte] ?? 0);
  return crc;
}
