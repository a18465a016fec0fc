// Exports the background jobs that the worker runs for saved drafts.
export { sweepSavedDrafts } from '../../requests/saved-drafts/jobs.ts'
export { mailSavedDraft } from './mail-link.ts'
