/** Returns the settings with which the product exchanges messages with partners on this machine. */
export const partnerSettings = (hl7_port: number): Record<string, string> => ({
  HL7_PORT: String(hl7_port),
  WEBHOOK_NETWORKS: '127.0.0.0/8',
  WEBHOOK_HTTP: 'true',
});
