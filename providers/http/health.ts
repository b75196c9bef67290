import type { z } from 'zod';
import { Health } from '#contract/health.ts';
import { parseResult } from './envelope.ts';
import { plainCall } from './plainCall.ts';

/** What the API says of itself; the sign-in page asks before anybody is signed in. @throws ApiError */
export const readHealth = async (baseUrl: string): Promise<z.output<typeof Health>> => {
  const endpoint = 'GET /health';
  const { result } = await plainCall({ baseUrl, endpoint });
  return parseResult(endpoint, Health, result);
};
