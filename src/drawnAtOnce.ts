import { type createBrowserRouter, NavigationType } from 'react-router-dom';
import { isReady } from '#ui/readyPages.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * A router that goes to a page whose code is there in one drawing. To any other it goes as it does by itself, within a
 * transition: what was shown stays until the code has come, and React draws in slices of 5 ms, between them whatever
 * else there is.
 */
export const drawnAtOnce = (router: Router): Router => {
  let { pathname } = router.state.location;
  const subscribe: Router['subscribe'] = draw =>
    router.subscribe((state, options) => {
      const next = state.location.pathname;
      const isElsewhere = next !== pathname;
      pathname = next;
      // What replaces an address may be a redirection: that is part of a drawing, in which there can be no other. A way
      // back leaves most of its work for after the page is painted, as a transition does.
      const isAtOnce = isElsewhere && state.historyAction === NavigationType.Push && isReady(next);
      draw(state, isAtOnce ? { ...options, flushSync: true } : options);
    });
  return Object.create(router, { subscribe: { value: subscribe } }) as Router;
};
