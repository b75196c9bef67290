/** An answer as far as the client needs it: its status and its body, parsed where it is JSON. */
export interface EarlyAnswer {
  status: number;
  data: unknown;
}

/** GETs that are on their way while the code that will want their answers still loads. */
export interface Early {
  /** Asks for a path below the API's base, its query included, in the name of whoever is signed in. */
  ask: (path: string) => Promise<EarlyAnswer | null>;
  /** The answer to a path, once, and only for the token that it was asked with; null when it could not be had. */
  take: (path: string, token: string | null) => Promise<EarlyAnswer | null> | null;
  /** Gives up what nobody has taken: by the time that somebody wants it, it is old. */
  forget: () => void;
}

interface EarlyOptions {
  /** Where the API lives, without a slash at the end. */
  baseUrl: string;
  token: () => string | null;
}

/** Early answers by bare `fetch`: the pages that ask do not load the application's client. */
export const createEarly = ({ baseUrl, token }: EarlyOptions): Early => {
  const asked = new Map<string, { by: string; answer: Promise<EarlyAnswer | null> }>();
  return {
    ask: path => {
      const by = token();
      if (!by) return Promise.resolve(null);
      const answer = answerOf(baseUrl + path, by);
      asked.set(path, { by, answer });
      return answer;
    },
    take: (path, by) => {
      const early = asked.get(path);
      asked.delete(path);
      return early?.by === by ? early.answer : null;
    },
    forget: () => asked.clear(),
  };
};

/** Nothing is wrong yet when it fails: whoever wants the answer asks again. */
const answerOf = async (url: string, token: string): Promise<EarlyAnswer | null> => {
  try {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const response = await fetch(url, { headers });
    return { status: response.status, data: await response.json() };
  } catch {
    return null;
  }
};
