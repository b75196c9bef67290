import type { z } from 'zod';
import { Health } from '#contract/health.ts';
import { openEnvelope, parseResult } from './envelope.ts';

/**
 * What the API says of itself. By bare `fetch`, since the sign-in page asks before anybody is signed in.
 * @throws ApiError when the answer does not fit, and what `fetch` throws when there is none
 */
export const readHealth = async (baseUrl: string): Promise<z.output<typeof Health>> => {
  const endpoint = 'GET /health';
  const response = await fetch(`${baseUrl}/health`, { headers: { Accept: 'application/json' } });
  const { result } = openEnvelope(endpoint, response.status, await response.json());
  return parseResult(endpoint, Health, result);
};
