// The stored definitions and their drafts, for other concepts.

export {
  beginDraft,
  deleteOldDraftChanges,
  deletePreparedDrafts,
  draftNodes,
  endDraft,
  insertNodes,
  liveDocument,
  liveVersionChanged,
  lockDefinition,
  logChange,
  prepareDraft,
  reachableSteps,
  replaceDraft,
  type StoredDefinition,
} from './drafts.ts'
