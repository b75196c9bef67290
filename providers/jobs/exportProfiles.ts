import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import {
  type ChangeExportProfileBody,
  type ExportContent,
  ExportProfile,
  type ExportResource,
  type NewExportProfile,
} from '#contract/exportProfiles.ts';
import { findApiError } from '../http/httpError.ts';
import { useApi } from '../http/useApi.ts';
import { isOlderThan } from '../realtime/liveRecords.ts';
import { useRealtime } from '../realtime/realtime.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';

const profileEndpoints = endpoints.exportProfiles;
const QUERY_KEY = 'exportProfiles';

/** The profiles of a resource. While they are shown, they are updated when somebody else changes them. */
export const useExportProfiles = (resource: ExportResource, enabled = true) => {
  const api = useApi();
  const client = useQueryClient();
  const realtime = useRealtime();
  useEffect(() => {
    if (!enabled) return undefined;
    const queryKey = [QUERY_KEY, resource];
    const cleanups = [
      realtime.join(channels.records(resource), quietMs => {
        void client.invalidateQueries({ queryKey, predicate: isOlderThan(quietMs) });
      }),
      realtime.on('EXPORT_PROFILES_CHANGE', change => {
        if (change.resource === resource) void client.invalidateQueries({ queryKey });
      }),
    ];
    return () => {
      for (const end of cleanups) end();
    };
  }, [client, realtime, resource, enabled]);
  return useQuery({
    queryKey: [QUERY_KEY, resource],
    queryFn: ({ signal }) => api(profileEndpoints.list, { query: { resource }, signal }),
    enabled,
    meta: inPlaceErrorMeta,
  });
};

export const useExportFields = (resource: ExportResource) => {
  const api = useApi();
  return useQuery({
    queryKey: [QUERY_KEY, resource, 'fields'],
    queryFn: ({ signal }) => api(profileEndpoints.fields, { query: { resource }, signal }),
    meta: inPlaceErrorMeta,
  });
};

/** Debounce for the sample while the user types, in ms. */
const SAMPLE_DEBOUNCE_MS = 250;

/** @param content null while the profile is invalid, in which case the last sample stays */
export const useExportSample = (content: ExportContent | null) => {
  const api = useApi();
  return useQuery({
    queryKey: [QUERY_KEY, 'sample', content],
    queryFn: async ({ signal }) => {
      await new Promise(resolve => setTimeout(resolve, SAMPLE_DEBOUNCE_MS));
      signal.throwIfAborted();
      return content ? api(profileEndpoints.sample, { body: content, signal }) : [];
    },
    enabled: content !== null,
    placeholderData: keepPreviousData,
    meta: inPlaceErrorMeta,
  });
};

/** The stored profile with which a request conflicts; null for any other error. */
export const getConflictingExportProfile = (error: unknown): ExportProfile | null => {
  const failure = findApiError(error);
  return failure?.kind === 'conflict' ? (ExportProfile.safeParse(failure.result).data ?? null) : null;
};

/** Creates a profile, or changes the profile with the given id. */
export const useSaveExportProfile = (resource: ExportResource, id: number | null) => {
  const api = useApi();
  const client = useQueryClient();
  const cacheProfile = (profile: ExportProfile): void => {
    client.setQueryData<ExportProfile[]>([QUERY_KEY, resource], before =>
      before?.some(other => other.id === profile.id)
        ? before.map(other => (other.id === profile.id ? profile : other))
        : before && [...before, profile],
    );
    void client.invalidateQueries({ queryKey: [QUERY_KEY, resource], exact: true });
  };
  return useMutation({
    mutationFn: ({ version, ...content }: NewExportProfile & Pick<ChangeExportProfileBody, 'version'>) => {
      const { resource: _, ...body } = content;
      return id === null
        ? api(profileEndpoints.create, { body: content })
        : api(profileEndpoints.change, { params: { id }, body: { ...body, version } });
    },
    onSuccess: cacheProfile,
    onError: error => {
      const conflictingProfile = getConflictingExportProfile(error);
      if (conflictingProfile) cacheProfile(conflictingProfile);
    },
  });
};

export const useRemoveExportProfile = () => {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api(profileEndpoints.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [QUERY_KEY] }),
  });
};

/** Proposes columns based on a partner's table. @throws ApiError with messages if the file is not a table */
export const useProposeExportColumns = (resource: ExportResource) => {
  const api = useApi();
  return useMutation({
    mutationFn: (file: File) => api(profileEndpoints.propose, { query: { resource }, file }),
  });
};
