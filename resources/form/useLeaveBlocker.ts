import { use } from 'react';
import { type BlockerFunction, UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom';

interface LeaveBlocker {
  isBlocked: boolean;
  leave: () => void;
  stay: () => void;
}

/**
 * Blocks a navigation until the user decides. Another navigation, such as a redirect, may overtake the blocked
 * navigation before React has rendered the question. The router then no longer knows this blocker, and its `proceed`
 * would throw an error, although there is nothing left to do.
 */
export const useLeaveBlocker = (shouldBlock: BlockerFunction): LeaveBlocker => {
  const router = use(UNSAFE_DataRouterContext)?.router;
  const blocker = useBlocker(shouldBlock);
  return {
    isBlocked: blocker.state === 'blocked',
    leave: () => {
      const isCurrent = router && [...router.state.blockers.values()].includes(blocker);
      if (isCurrent) blocker.proceed?.();
    },
    stay: () => blocker.reset?.(),
  };
};
