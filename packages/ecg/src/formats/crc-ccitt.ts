// Computes the checksum of ISHNE and SCP-ECG.

/** Returns the CRC-CCITT (polynomial 0x1021, start 0xFFFF). */
export function crcCcitt(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}
