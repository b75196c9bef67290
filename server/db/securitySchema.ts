import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { SecurityDetails, SecurityKind } from '#contract/security.ts';
import { bytewiseText, jsonColumn, timestampColumn } from './columns.ts';

/**
 * A security event: what happened, who did it, in whose name, and what it affected. Has no foreign keys and stores
 * names as they were, so that events outlive sessions, users and records.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestampColumn().notNull(),
    kind: bytewiseText().$type<SecurityKind>().notNull(),
    user_id: integer(),
    user_name: text(),
    actor_id: integer(),
    actor_name: text(),
    network: text().notNull().default(''),
    about: bytewiseText(),
    about_id: integer(),
    about_name: text(),
    details: jsonColumn().$type<SecurityDetails>().notNull().default({}),
  },
  table => [
    // Each filter has an index in the order of the list, so that a page is read without sorting.
    index('security_events_at').on(table.at, table.id),
    index('security_events_kind').on(table.kind, table.at, table.id),
    index('security_events_user').on(table.user_id, table.at, table.id),
    index('security_events_actor').on(table.actor_id, table.at, table.id),
    index('security_events_about').on(table.about, table.about_id, table.at, table.id),
  ],
);

/**
 * Refusals in the last minute. They are counted by kind, user and network, and each count then becomes one event.
 * Anybody can cause refusals, so recording each one would let an attacker fill the disk.
 */
export const securityRefusals = pgTable(
  'security_refusals',
  {
    key: text().primaryKey(),
    kind: bytewiseText().$type<SecurityKind>().notNull(),
    user_id: integer(),
    about_id: integer(),
    network: text().notNull(),
    times: integer().notNull().default(1),
    since: timestampColumn().notNull(),
    latest: timestampColumn().notNull(),
  },
  table => [index('security_refusals_since').on(table.since)],
);
