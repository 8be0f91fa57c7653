/**
 * Reads the bytes of a file that the server sends. A connection that breaks off on the way fails with an `ApiError`, as
 * one that cannot be made does.
 */
import { asNetworkFault } from './api-error.ts';

export async function blobOf(file: Response): Promise<Blob> {
  try {
    return await file.blob();
  } catch (error) {
    throw asNetworkFault(error);
  }
}

export async function bytesOf(file: Response): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (error) {
    throw asNetworkFault(error);
  }
}

/** Returns the bytes as they arrive. */
export async function* piecesOf(file: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    for await (const piece of file.body ?? []) yield piece;
  } catch (error) {
    throw asNetworkFault(error);
  }
}
