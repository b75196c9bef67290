import { z } from 'zod';
import { API_BASE } from '#contract/limits.ts';

/** An address without the slash at its end; empty values count as not set. */
const Address = (fallback: string) =>
  z
    .string()
    .optional()
    .transform(value => (value || fallback).replace(/\/+$/, ''));

const Environment = z.object({ VITE_API_BASE: Address(API_BASE), VITE_SOCKET_URL: Address('') });

const { VITE_API_BASE, VITE_SOCKET_URL } = Environment.parse(import.meta.env);

/** The server puts it into its pages (`server/http/static.ts`); what is no address is the place that nobody filled. */
const reportTo =
  z.url({ protocol: /^https?$/ }).safeParse(document.querySelector<HTMLMetaElement>('meta[name="report-to"]')?.content)
    .data ?? '';

/** What the build and the server told of the surroundings, read once. */
export const config = {
  /** Where the API lives: a path of this origin, or another server's address. */
  apiBase: VITE_API_BASE,
  /** The socket service's origin (§7); empty for this page's own. */
  socketUrl: VITE_SOCKET_URL,
  /** Where errors are reported, a Sentry DSN; empty for nowhere. */
  reportTo,
} as const;
