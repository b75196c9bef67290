import type { SendingForecast } from '#contract/sending.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { findMissingMedia, readMediaInBatches } from './media.ts';
import { DeliveryError } from './refusal.ts';
import { hasDeliveries } from './runs.ts';
import { type Cafe, createTarget, hashDestination } from './target.ts';

/** Maximum number of products without images that are listed; the rest are only counted, to keep the response small. */
const MAX_SAMPLES = 20;

interface ForecastRequest {
  ids: readonly number[];
  targets: readonly Cafe[];
  anew: boolean;
  runId?: number;
}

export const createForecast = async (
  deps: ServerDeps,
  { ids, targets, anew, runId }: ForecastRequest,
  signal?: AbortSignal,
): Promise<SendingForecast> => {
  const cafes = await Promise.all(
    targets.map(async cafe => {
      const { id, name } = cafe;
      return { id, name, files: 0, unchanged: 0, bytes: 0, reason: await findCafeError(deps, cafe, anew) };
    }),
  );
  const receivers = targets.map(cafe => ({
    cafeId: cafe.id,
    destination: hashDestination(cafe),
    anew,
    ...(runId && { runId }),
  }));
  const emptyReason = { count: 0, samples: [] as { id: number; name: string }[] };
  for await (const media of readMediaInBatches(deps.db, deps.files, ids)) {
    signal?.throwIfAborted();
    const productsWithoutImages = media.filter(({ hasImages }) => !hasImages);
    emptyReason.count += productsWithoutImages.length;
    emptyReason.samples.push(
      ...productsWithoutImages.slice(0, MAX_SAMPLES - emptyReason.samples.length).map(({ id, name }) => ({ id, name })),
    );
    for (const [index, { missing, unchanged }] of (await findMissingMedia(deps.db, receivers, media)).entries()) {
      const files = missing.flatMap(product => product.files);
      const cafe = cafes[index];
      if (!cafe) continue;
      cafe.files += files.length;
      cafe.unchanged += unchanged;
      cafe.bytes += files.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  }
  const reachableCafes = cafes.filter(({ reason }) => reason === null);
  return {
    products: ids.length,
    without_images: emptyReason.count,
    without_images_samples: emptyReason.samples,
    files: reachableCafes.reduce((sum, { files }) => sum + files, 0),
    bytes: reachableCafes.reduce((sum, { bytes }) => sum + bytes, 0),
    cafes,
  };
};

/** Finds an error in the cafe's settings, or a folder that is not there, without connecting to it, so that a forecast stays fast. */
const findCafeError = async (deps: ServerDeps, cafe: Cafe, anew: boolean): Promise<string | null> => {
  try {
    const target = createTarget(deps, cafe);
    try {
      await target.check?.(!anew && (await hasDeliveries(deps.db, cafe)));
    } finally {
      target.close();
    }
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error.userMessage;
    throw error;
  }
};
