import { getWorkContext, runInWorkContext } from '../workContext.ts';
import { inSpan, type Tracing } from './span.ts';

interface TracedJob {
  execute: (signal: AbortSignal) => Promise<unknown>;
  finish?: (signal: AbortSignal) => Promise<unknown>;
  run: { id: number };
  attempt?: number;
}

/**
 * Records a run as a trace of its own, since it may go on for hours after the request that has started it. The trace has
 * a link to that request.
 */
export const traceRun = async <Job extends TracedJob, Result>(
  tracing: Tracing | undefined,
  name: string,
  job: Job,
  carryOut: (job: Job) => Promise<Result>,
): Promise<Result> => {
  if (!tracing) return carryOut(job);
  const { request, span: cause } = getWorkContext();
  const span = tracing.startTrace(`run ${name}`, {
    cause,
    attributes: {
      'vitrina.run.id': job.run.id,
      'vitrina.run.attempt': job.attempt ?? 1,
      ...(request && { 'vitrina.request.id': request.id }),
    },
  });
  /** The engine handles the errors of a run, so that they do not reach the span otherwise. */
  const recordStage = <T>(stage: string, operation: () => Promise<T>): Promise<T> =>
    inSpan(stage, {}, operation).catch((error: unknown) => {
      span?.fail(error);
      throw error;
    });
  const { execute, finish } = job;
  const recordedJob = {
    ...job,
    execute: (signal: AbortSignal) => recordStage('execute', () => execute(signal)),
    ...(finish && { finish: (signal: AbortSignal) => recordStage('finish', () => finish(signal)) }),
  };
  try {
    return await runInWorkContext({ span }, () => carryOut(recordedJob));
  } finally {
    span?.end();
  }
};
