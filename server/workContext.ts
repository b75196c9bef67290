import { AsyncLocalStorage } from 'node:async_hooks';
import type { Locale } from '#i18n/messages.ts';
import type { Span } from './tracing/span.ts';

export interface RequestContext {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The pattern of its path in the contract, with the API's base; absent for an unknown address. */
  route?: string;
  /** Known once the caller has been authenticated. */
  userId?: number;
  /** The user who acts as that user. */
  actorId?: number | undefined;
}

/**
 * What the current work is for: the language of whoever will read its texts ([decision
 * 88](../docs/decisions/0088-the-language-of-the-server.md)), the request that caused it, and the span that records it
 * ([decision 95](../docs/decisions/0095-logs-metrics-and-traces.md)). Stored in the asynchronous context, because texts,
 * log lines and statements are created deep below the code that knows them. Work that a request starts and does not wait
 * for keeps the context.
 */
interface WorkContext {
  locale?: Locale;
  /** Absent in work that no request has caused. */
  request?: RequestContext | undefined;
  /** Absent unless this work is recorded. */
  span?: Span | undefined;
}

const currentContext = new AsyncLocalStorage<WorkContext>();

export const getWorkContext = (): WorkContext => currentContext.getStore() ?? {};

/** Adds what has become known of the current request. */
export const noteRequest = (facts: Pick<RequestContext, 'route' | 'userId' | 'actorId'>): void => {
  const { request } = getWorkContext();
  if (request) Object.assign(request, facts);
};

/** Runs an operation in the current context with some parts replaced. */
export const runInWorkContext = <T>(changes: WorkContext, operation: () => T): T =>
  currentContext.run({ ...getWorkContext(), ...changes }, operation);

/**
 * Binds a generator to the current context. Otherwise it would run in its consumer's context, and a download has none.
 */
export const keepWorkContext = <T>(items: AsyncGenerator<T>): AsyncGenerator<T> => readIn(getWorkContext(), items);

async function* readIn<T>(context: WorkContext, items: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (;;) {
      const { done, value } = await currentContext.run(context, () => items.next());
      if (done) return;
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}
