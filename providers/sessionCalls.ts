import type { z } from 'zod';
import { SUCCESS } from '#contract/envelope.ts';
import { Credentials, RefreshedPair, TokenPair } from '#contract/session.ts';
import { type Opened, openEnvelope, parseResult } from './envelope.ts';
import { ApiError } from './errors.ts';
import type { Tokens } from './tokenStore.ts';

/** What a person types at sign-in. */
export type SignIn = z.input<typeof Credentials>;

/** What a person types to get a new password, with the token of the mail that they were sent. */
export interface NewPassword {
  token: string;
  password: string;
  password_confirmation: string;
}

/** The calls that a session lives by. They reject with ApiError. */
export interface SessionCalls {
  login: (credentials: SignIn) => Promise<Tokens>;
  /** Has an instruction sent to a registered e-mail. */
  restore: (email: string) => Promise<void>;
  /** §4: works like login. */
  resetPassword: (password: NewPassword) => Promise<Tokens>;
  /** The next pair; null when the answer carries no tokens (§8). */
  refresh: (refreshToken: string) => Promise<Tokens | null>;
  logout: (accessToken: string) => Promise<void>;
}

/** Milliseconds after which a call of the session counts as a network fault. */
const TIMEOUT = 20_000;

/**
 * The session's calls over bare `fetch`, beside the axios client: a refresh must never pass the client
 * that waits for refreshes, and the sign-in page loads these without the client (19 kB).
 */
export const createSessionCalls = (baseUrl: string): SessionCalls => {
  const post = async (path: string, body: unknown, options: RequestInit = {}): Promise<Opened> => {
    const endpoint = `POST ${path}`;
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      signal: AbortSignal.timeout(TIMEOUT),
      ...options,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...options.headers },
      body: JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw new ApiError('network', { endpoint, cause });
    });
    return openEnvelope(endpoint, response.status, await readJson(response));
  };

  /** §4: besides the code the message has to be 'success', and both tokens have to be there. */
  const begin = async (path: string, body: unknown): Promise<Tokens> => {
    const endpoint = `POST ${path}`;
    const { result, message } = await post(path, body);
    if (message !== SUCCESS.message) throw new ApiError('unreadable', { endpoint, status: 200, field: 'message' });
    const { accessToken, refreshToken } = parseResult(endpoint, TokenPair, result);
    return { access: accessToken, refresh: refreshToken };
  };

  return {
    login: async credentials => begin('/auth/login', Credentials.parse(credentials)),
    restore: async email => {
      await post('/auth/restore', { email });
    },
    resetPassword: password => begin('/auth/reset-password', password),
    refresh: async refreshToken => {
      const { result } = await post('/auth/token/refresh', { refresh_token: refreshToken });
      const pair = RefreshedPair.safeParse(result);
      return pair.success ? { access: pair.data.token, refresh: pair.data.refresh_token } : null;
    },
    logout: async accessToken => {
      // keepalive: the page goes to /login at the same time.
      await post('/auth/logout', undefined, { keepalive: true, headers: { Authorization: `Bearer ${accessToken}` } });
    },
  };
};

/** The body, or undefined when it is no JSON: then no answer of the API, but a proxy's page. */
const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined);
