/** Saves a file that was fetched with the token, which a plain link cannot carry. */
export const saveBlob = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
