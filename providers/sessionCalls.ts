import type { z } from 'zod';
import { SUCCESS } from '#contract/envelope.ts';
import { Credentials, RefreshedPair, TokenPair } from '#contract/session.ts';
import { type Opened, parseResult } from './envelope.ts';
import { ApiError, isReported } from './errors.ts';
import { plainCall } from './plainCall.ts';
import type { ReportFault } from './reporter.ts';
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

/** The session's calls over bare `fetch`. `report` is told of faults that are nobody's input (§8). */
export const createSessionCalls = (baseUrl: string, report?: ReportFault): SessionCalls => {
  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    plainCall({ ...init, baseUrl, endpoint: `POST ${path}`, body, report });

  /** §4: besides the code the message has to be 'success', and both tokens have to be there. */
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
    // §8: an answer without tokens is no fault to report; it ends the session.
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

const pairOf = (endpoint: string, { result, message }: Opened): Tokens => {
  if (message !== SUCCESS.message) throw new ApiError('unreadable', { endpoint, status: 200, field: 'message' });
  const { accessToken, refreshToken } = parseResult(endpoint, TokenPair, result);
  return { access: accessToken, refresh: refreshToken };
};
