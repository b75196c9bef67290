import { Manager, type ManagerOptions } from 'socket.io-client';
import { ApiError } from '../http/errors.ts';
import type { Log } from '../reporting/reporter.ts';

type Transports = ['polling', 'websocket'] | ['websocket', 'polling'];

/**
 * socket.io's Manager with a fresh token in the query of every attempt (§7). The library reads `query` only once, but a
 * token is valid for one connection, so every reconnection needs a new token.
 */
export class TokenManager extends Manager {
  readonly #token: () => Promise<string>;
  readonly #log: Log;
  #attempt: symbol | null = null;

  constructor(url: string, options: Partial<ManagerOptions>, token: () => Promise<string>, log: Log) {
    super(url || window.location.origin, {
      ...options,
      autoConnect: false,
      transports: ['polling', 'websocket'] satisfies Transports,
    });
    this.#token = token;
    this.#log = log;
    this.on('close', () => {
      this.#attempt = null;
    });
    this.on('error', () => this.#swapTransports());
  }

  /**
   * After a failure, because a balancer that spreads the requests of a browser over several servers breaks polling, which
   * takes several requests, and some proxies let no websockets through.
   */
  #swapTransports(): void {
    const [first] = this.opts.transports ?? [];
    const transports: Transports = first === 'polling' ? ['websocket', 'polling'] : ['polling', 'websocket'];
    this.opts.transports = transports;
  }

  /** Fetches a token, then opens. Without a token the attempt counts as failed and the next one is scheduled. */
  override open(done?: (error?: Error) => void): this {
    // oxlint-disable-next-line no-underscore-dangle -- the library's own name for it
    if (this.#attempt || this._readyState !== 'closed') return this;
    const attempt = Symbol('attempt');
    this.#attempt = attempt;
    const proceed = (next: () => void): void => {
      if (this.#attempt !== attempt) return;
      this.#attempt = null;
      next();
    };
    void this.#token().then(
      token => {
        proceed(() => {
          this.opts.query = { token };
          super.open(done);
        });
      },
      (error: Error) => {
        if (this.#attempt !== attempt) return;
        // §8: a 401 that persists after the renewal means that the session has ended, which is not worth logging.
        if (!(error instanceof ApiError && error.kind === 'unauthorized'))
          this.#log('The socket token could not be fetched', error);
        if (done) proceed(() => done(error));
        else setTimeout(() => proceed(() => this.open()), this.reconnectionDelay());
      },
    );
    return this;
  }
}
