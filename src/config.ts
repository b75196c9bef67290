import { API_BASE } from '#contract/limits.ts';

/** An address without the slash at its end; an empty value counts as not set. */
const addressOf = (value: unknown, fallback: string): string =>
  (typeof value === 'string' && value ? value : fallback).replace(/\/+$/, '');

/** The server puts it into its page (`server/http/static.ts`); what is no address is the place that nobody filled. */
const reportTo = document.querySelector<HTMLMetaElement>('meta[name="report-to"]')?.content ?? '';

/** What the build and the server told of the surroundings, read once. */
export const config = {
  /** Where the API lives: a path of this origin, or another server's address. */
  apiBase: addressOf(import.meta.env['VITE_API_BASE'], API_BASE),
  /** The socket service's origin (§7); empty for this page's own. */
  socketUrl: addressOf(import.meta.env['VITE_SOCKET_URL'], ''),
  /** Where errors are reported, a Sentry DSN; empty for nowhere. */
  reportTo: /^https?:/.test(reportTo) && URL.canParse(reportTo) ? reportTo : '',
} as const;
