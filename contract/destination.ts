/**
 * What is wrong with the address of a receiver: `http` or `https`, no name and password, no query or fragment.
 * @returns the key of the message below `validation`, null when nothing is
 */
export const urlFault = (text: string): string | null => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return 'destination.url';
  return url.username || url.password || /[?#]/.test(text) ? 'destination.plainUrl' : null;
};

/**
 * What is wrong with the name of a folder below the one that the operator gives: Latin letters, digits, `-`, `_` and
 * dots, divided by `/`; no part begins with a dot.
 */
export const folderFault = (text: string): string | null =>
  text.split('/').every(part => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part)) ? null : 'destination.folder';
