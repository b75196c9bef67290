/** Success: `{ code: 200, message: 'success', result }` (§7, contract 1). */
export const SUCCESS = { code: 200, message: 'success' } as const;

export const parseMessages = (body: unknown): string[] | null =>
  Array.isArray(body) && body.length > 0 && body.every(item => typeof item === 'string') ? body : null;
