import type { z } from 'zod';
import { SUCCESS } from '#contract/envelope.ts';
import { keysOf } from '#contract/keysOf.ts';
import type { Credentials } from '#contract/session.ts';
import { isRecord, type OpenedEnvelope } from '../http/envelope.ts';
import { ApiError, isReported } from '../http/errors.ts';
import { sendPlainRequest } from '../http/sendPlainRequest.ts';
import type { ApiErrorReporter } from '../reporting/reporter.ts';
import type { Tokens } from './tokenStore.ts';

export type SignIn = z.input<typeof Credentials>;

export interface NewPassword {
  token: string;
  password: string;
  password_confirmation: string;
}

export interface SessionCalls {
  login: (credentials: SignIn) => Promise<Tokens>;
  /** The response does not reveal whether the address is registered, so that it cannot be used to find accounts. */
  restore: (email: string) => Promise<void>;
  /** §4: returns tokens, like login. */
  resetPassword: (password: NewPassword) => Promise<Tokens>;
  /** Resolves to null if the response has no tokens (§8). */
  refresh: (refreshToken: string) => Promise<Tokens | null>;
  logout: (accessToken: string) => Promise<void>;
}

interface SessionCallOptions {
  /** Receives errors that no input caused (§8). */
  report?: ApiErrorReporter | undefined;
  language?: (() => string) | undefined;
}

/** Uses plain `fetch`, because a refresh must never wait for itself. */
export const createSessionCalls = (baseUrl: string, { report, language }: SessionCallOptions = {}): SessionCalls => {
  const post = (path: string, body: unknown, { headers, ...init }: RequestInit = {}) => {
    const languageHeaders = language && { 'Accept-Language': language() };
    return sendPlainRequest({
      ...init,
      headers: { ...languageHeaders, ...headers },
      baseUrl,
      endpoint: `POST ${path}`,
      body,
      report,
    });
  };

  /** §4: a sign-in requires the code 200, the message 'success' and both tokens. */
  const begin = async (path: string, body: unknown): Promise<Tokens> => {
    const envelope = await post(path, body);
    try {
      return parseTokenPair(`POST ${path}`, envelope);
    } catch (error) {
      if (isReported(error)) report?.(error, {});
      throw error;
    }
  };

  return {
    login: async credentials => begin('/auth/login', credentials),
    restore: async email => {
      await post('/auth/restore', { email });
    },
    resetPassword: password => begin('/auth/reset-password', password),
    // §8: a response without tokens ends the session and is not reported.
    refresh: async refreshToken => {
      const { result } = await post('/auth/token/refresh', { refresh_token: refreshToken });
      return parseTokens(result, { access: 'token', refresh: 'refresh_token' }).tokens;
    },
    logout: async accessToken => {
      // `keepalive`, because the page navigates to /login at the same time.
      await post('/auth/logout', undefined, { keepalive: true, headers: { Authorization: `Bearer ${accessToken}` } });
    },
  };
};

const parseTokenPair = (endpoint: string, { result, ...envelope }: OpenedEnvelope): Tokens => {
  const wrongField = keysOf(SUCCESS).find(name => envelope[name] !== SUCCESS[name]);
  if (wrongField) throw new ApiError('unreadable', { endpoint, status: 200, field: wrongField });
  const { tokens, missing } = parseTokens(result, { access: 'accessToken', refresh: 'refreshToken' });
  if (!tokens) throw new ApiError('unreadable', { endpoint, status: 200, field: missing });
  return tokens;
};

/** Endpoints name the tokens differently. Parsed by hand, because the public pages are loaded without zod. */
const parseTokens = (result: unknown, names: Tokens): { tokens: Tokens | null; missing: string } => {
  const resultRecord = isRecord(result) ? result : {};
  const [access, refresh] = [parseToken(resultRecord[names.access]), parseToken(resultRecord[names.refresh])];
  return {
    tokens: access && refresh ? { access, refresh } : null,
    missing: access ? names.refresh : names.access,
  };
};

/** Accepts `"…"` and `{ token: "…" }` (contract 1: lenient reading). */
const parseToken = (value: unknown): string | null => {
  const token = isRecord(value) ? value['token'] : value;
  return typeof token === 'string' && token ? token : null;
};
