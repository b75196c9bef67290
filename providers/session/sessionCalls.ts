import type { z } from 'zod';
import { SUCCESS } from '#contract/envelope.ts';
import { Credentials, RefreshedPair, TokenPair } from '#contract/session.ts';
import { type Opened, parseResult } from '../http/envelope.ts';
import { ApiError, isReported } from '../http/errors.ts';
import { plainCall } from '../http/plainCall.ts';
import type { ReportFault } from '../reporting/reporter.ts';
import type { Tokens } from './tokenStore.ts';

/** What a person types at sign-in. */
export type SignIn = z.input<typeof Credentials>;

/** What a person types to get a new password, with the token of the mail that they were sent. */
export interface NewPassword {
  token: string;
  password: string;
  password_confirmation: string;
}

/** The calls that begin, renew and end a session. They reject with ApiError. */
export interface SessionCalls {
  login: (credentials: SignIn) => Promise<Tokens>;
  /** Has a link to a new password sent, if the address is registered. */
  restore: (email: string) => Promise<void>;
  /** §4: works like login. */
  resetPassword: (password: NewPassword) => Promise<Tokens>;
  /** The next pair; null when the answer carries no tokens (§8). */
  refresh: (refreshToken: string) => Promise<Tokens | null>;
  logout: (accessToken: string) => Promise<void>;
}

/** The calls use bare `fetch`, because a refresh must never wait for itself. `report` gets faults that no input caused (§8). */
export const createSessionCalls = (baseUrl: string, report?: ReportFault): SessionCalls => {
  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    plainCall({ ...init, baseUrl, endpoint: `POST ${path}`, body, report });

  /** §4: a sign-in counts only with the message 'success' and both tokens. */
  const begin = async (path: string, body: unknown): Promise<Tokens> => {
    const opened = await post(path, body);
    try {
      return pairOf(`POST ${path}`, opened);
    } catch (error) {
      if (isReported(error)) report?.(error, {});
      throw error;
    }
  };

  return {
    login: async credentials => begin('/auth/login', Credentials.parse(credentials)),
    restore: async email => {
      await post('/auth/restore', { email });
    },
    resetPassword: password => begin('/auth/reset-password', password),
    // §8: an answer without tokens ends the session and is not reported.
    refresh: async refreshToken => {
      const { result } = await post('/auth/token/refresh', { refresh_token: refreshToken });
      const pair = RefreshedPair.safeParse(result);
      return pair.success ? { access: pair.data.token, refresh: pair.data.refresh_token } : null;
    },
    logout: async accessToken => {
      // `keepalive`, because the page leaves for /login at the same time.
      await post('/auth/logout', undefined, { keepalive: true, headers: { Authorization: `Bearer ${accessToken}` } });
    },
  };
};

const pairOf = (endpoint: string, { result, message }: Opened): Tokens => {
  if (message !== SUCCESS.message) throw new ApiError('unreadable', { endpoint, status: 200, field: 'message' });
  const { accessToken, refreshToken } = parseResult(endpoint, TokenPair, result);
  return { access: accessToken, refresh: refreshToken };
};
