/** A zip sent whole over tus, without faults. Gives the upload's id. */
export async function receiveZip(
  address: string,
  token: string,
  hn_id: string,
  zip: Buffer,
): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' };
  const metadata = Object.entries({ filename: 'patch.zip', hn_id })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const begun = await fetch(`${address}/api/v1/upload/files`, {
    method: 'POST',
    headers: {
      ...tus,
      authorization: `Bearer ${token}`,
      'upload-length': String(zip.length),
      'upload-metadata': metadata,
    },
  });
  const location = begun.headers.get('location');
  const capability = begun.headers.get('upload-capability');
  if (location === null || capability === null) throw new Error(`not begun: ${await begun.text()}`);
  const sent = await fetch(address + location, {
    method: 'PATCH',
    headers: {
      ...tus,
      'upload-capability': capability,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(zip),
  });
  if (sent.status !== 204) throw new Error(`not taken: ${await sent.text()}`);
  return location.split('/').at(-1) ?? '';
}
