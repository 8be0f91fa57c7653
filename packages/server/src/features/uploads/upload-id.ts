/** Recognises the id of an upload, which is also the name of its zip. */
export const isUploadId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
