import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { ImportProfileDetails, RestoreProfileBody } from '#contract/importProfiles.ts';
import { type ChangeProfileBody, ImportProfile, type NewProfile } from '#contract/preparing.ts';
import { findApiError } from '../http/httpError.ts';
import { useApi } from '../http/useApi.ts';
import { inPlaceErrorMeta } from '../reporting/ErrorNotifier.tsx';

const profileEndpoints = endpoints.importProfiles;
const QUERY_KEY = 'importProfiles';
export const buildProfileKey = (id: number) => [QUERY_KEY, id] as const;

export const useImportProfiles = () => {
  const api = useApi();
  return useQuery({
    queryKey: [QUERY_KEY],
    queryFn: ({ signal }) => api(profileEndpoints.list, { signal }),
    meta: inPlaceErrorMeta,
  });
};

export const useImportProfile = (id: number) => {
  const api = useApi();
  return useQuery({
    queryKey: buildProfileKey(id),
    queryFn: ({ signal }) => api(profileEndpoints.read, { params: { id }, signal }),
    meta: inPlaceErrorMeta,
  });
};

/** @param version the current version; a new one makes the list reload */
export const useProfileVersions = ({ id, version }: Pick<ImportProfile, 'id' | 'version'>) => {
  const api = useApi();
  return useQuery({
    queryKey: [...buildProfileKey(id), 'versions', version],
    queryFn: ({ signal }) => api(profileEndpoints.versions, { params: { id }, signal }),
    placeholderData: (versions, before) => (before?.queryKey[1] === id ? versions : undefined),
    meta: inPlaceErrorMeta,
  });
};

/** The stored profile with which a request conflicts; undefined for any other error. */
export const getConflictingProfile = (error: unknown): ImportProfile | null => {
  const failure = findApiError(error);
  return failure?.kind === 'conflict' ? (ImportProfile.safeParse(failure.result).data ?? null) : null;
};

/** Shows a saved profile, or the stored profile that conflicted with a save, and refetches its details. */
const useProfileRefresh = () => {
  const client = useQueryClient();
  return (profile: ImportProfile): void => {
    client.setQueryData<ImportProfileDetails>(
      buildProfileKey(profile.id),
      before => before && { ...before, ...profile },
    );
    void client.invalidateQueries({ queryKey: [QUERY_KEY] });
  };
};

const useProfileMutation = <Input>(send: (input: Input) => Promise<ImportProfile>) => {
  const refresh = useProfileRefresh();
  return useMutation({
    mutationFn: send,
    onSuccess: refresh,
    onError: error => {
      const conflictingProfile = getConflictingProfile(error);
      if (conflictingProfile) refresh(conflictingProfile);
    },
  });
};

export const useChangeImportProfile = (id: number) => {
  const api = useApi();
  return useProfileMutation((body: z.input<typeof ChangeProfileBody>) =>
    api(profileEndpoints.change, { params: { id }, body }),
  );
};

export const useRestoreImportProfile = (id: number) => {
  const api = useApi();
  return useProfileMutation((body: z.input<typeof RestoreProfileBody>) =>
    api(profileEndpoints.restore, { params: { id }, body }),
  );
};

export const useCreateImportProfile = () => {
  const api = useApi();
  return useProfileMutation((body: z.input<typeof NewProfile>) => api(profileEndpoints.create, { body }));
};

export const useRemoveImportProfile = () => {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api(profileEndpoints.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [QUERY_KEY] }),
  });
};
