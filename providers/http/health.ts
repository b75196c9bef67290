import { isRecord } from './envelope.ts';
import { ApiError } from './errors.ts';
import { sendPlainRequest } from './sendPlainRequest.ts';

/** E-mail addresses of the demo accounts; empty outside the demo. Called before sign-in. @throws ApiError */
export const fetchDemoAccounts = async (baseUrl: string): Promise<readonly string[]> => {
  const endpoint = 'GET /health';
  const { result } = await sendPlainRequest({ baseUrl, endpoint });
  const accounts = isRecord(result) ? result['demo_accounts'] : null;
  if (Array.isArray(accounts) && accounts.every(account => typeof account === 'string')) return accounts;
  throw new ApiError('unreadable', { endpoint, status: 200, field: 'demo_accounts' });
};
