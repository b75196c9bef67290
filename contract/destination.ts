/**
 * Validates a receiver's URL: `http` or `https`. Rejects credentials, because they would be stored in plain text, and a
 * query or fragment, because file paths are appended to the URL.
 * @returns a message key below `validation`, or null when the URL is valid
 */
export const validateUrl = (text: string): string | null => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return 'destination.url';
  return url.username || url.password || /[?#]/.test(text) ? 'destination.plainUrl' : null;
};

/**
 * Validates a relative folder path: segments of Latin letters, digits, `-`, `_` and dots, separated by `/`. No segment
 * starts with a dot, so a path cannot climb out of the folder the operator configured.
 */
export const validateFolder = (text: string): string | null =>
  text.split('/').every(segment => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(segment)) ? null : 'destination.folder';
