// Exports the queries for stored form definitions and their drafts to the other parts of the server.

export {
  beginDraft,
  definitionVersion,
  deleteOldDraftChanges,
  deletePreparedDrafts,
  draftNodes,
  editedDocument,
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
  versionDocument,
  writtenDraftNodes,
} from './drafts.ts'
export { compileVersion, deleteOldCompiled } from './read-version.ts'
