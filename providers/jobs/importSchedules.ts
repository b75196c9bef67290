import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#contract/endpoints.ts';
import { type SaveScheduleBody, ScheduleDetails } from '#contract/importSchedules.ts';
import { findApiError } from '../http/httpError.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';
import { buildProfileKey } from './importProfiles.ts';

const profileEndpoints = endpoints.importProfiles;
const buildQueryKey = (id: number) => [...buildProfileKey(id), 'schedule'] as const;

/** Poll intervals in ms. The client has to poll, because the server begins readings on its own. */
const POLL_MS = { least: 2000, most: 20_000 };

const isUnderWay = ({ schedule, tables }: ScheduleDetails): boolean =>
  schedule?.is_due === true ||
  tables.some(({ state, run }) => state === 'checking' || run?.status.endsWith('processing'));

/** While no reading is in progress, nothing is expected to change until the next reading. */
const computePollInterval = (details: ScheduleDetails | undefined): number | false => {
  if (!details?.schedule) return false;
  if (isUnderWay(details)) return POLL_MS.least;
  const msLeft = Date.parse(details.schedule.next_at) - Date.now();
  return Math.min(POLL_MS.most, Math.max(POLL_MS.least, msLeft));
};

export const useProfileSchedule = (id: number) => {
  const api = useApi();
  return useQuery({
    queryKey: buildQueryKey(id),
    queryFn: ({ signal }) => api(profileEndpoints.schedule, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => computePollInterval(data),
    meta: inPlaceErrorMeta,
  });
};

const useScheduleMutation = <Input>(id: number, send: (input: Input) => Promise<ScheduleDetails>) => {
  const client = useQueryClient();
  const cacheDetails = async (details: ScheduleDetails): Promise<void> => {
    // A poll that was sent before the change was made would show the schedule as it was.
    await client.cancelQueries({ queryKey: buildQueryKey(id), exact: true });
    client.setQueryData(buildQueryKey(id), details);
    // The history of the profile shows the changes to its schedule.
    void client.invalidateQueries({ queryKey: [...buildProfileKey(id), 'versions'] });
    // The list of profiles shows the schedules too.
    void client.invalidateQueries({ queryKey: buildProfileKey(id).slice(0, 1), exact: true });
  };
  return useMutation({
    mutationFn: send,
    onSuccess: cacheDetails,
    onError: error => {
      const failure = findApiError(error);
      const conflictingDetails =
        failure?.kind === 'conflict' ? ScheduleDetails.safeParse(failure.result).data : undefined;
      if (conflictingDetails) void cacheDetails(conflictingDetails);
    },
  });
};

export const useSaveSchedule = (id: number) => {
  const api = useApi();
  return useScheduleMutation(id, (body: SaveScheduleBody) =>
    api(profileEndpoints.setSchedule, { params: { id }, body }),
  );
};

export const useRemoveSchedule = (id: number) => {
  const api = useApi();
  return useScheduleMutation(id, (version: number) =>
    api(profileEndpoints.removeSchedule, { params: { id }, query: { version } }),
  );
};

/** The input of the mutation is the table whose content should be taken once more, if any. */
export const useReadSource = (id: number) => {
  const api = useApi();
  return useScheduleMutation(id, (again?: number) =>
    api(profileEndpoints.readSource, { params: { id }, query: { again } }),
  );
};
