/**
 * Runs in every measured page before its own scripts. A condition is `{ selector, min?, filled?, not? }`: at least
 * `min` (1) elements, the first one with a value (`filled`) or with a text other than `not`.
 */
globalThis.probe = (() => {
  let input = 0;
  for (const type of ['click', 'input']) addEventListener(type, event => (input = event.timeStamp), { capture: true });

  const holds = ({ selector, min = 1, filled, not }) => {
    const found = document.querySelectorAll(selector);
    if (found.length < min) return false;
    if (filled && !found[0].value) return false;
    return not === undefined || found[0].textContent !== not;
  };

  const until = condition =>
    new Promise(resolve => {
      const look = () =>
        requestAnimationFrame(() => {
          if (!document.documentElement || !holds(condition)) return look();
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now()));
          port1.start();
          port2.postMessage(null);
        });
      look();
    });

  return { until, sinceInput: condition => until(condition).then(at => at - input) };
})();
