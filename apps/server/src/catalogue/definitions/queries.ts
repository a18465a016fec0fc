// The stored definitions and their drafts, for other concepts.

export {
  beginDraft,
  deleteOldDraftChanges,
  draftNodes,
  endDraft,
  insertNodes,
  liveDocument,
  liveVersionChanged,
  lockDefinition,
  logChange,
  reachableSteps,
  replaceDraft,
  type StoredDefinition,
} from './drafts.ts'
