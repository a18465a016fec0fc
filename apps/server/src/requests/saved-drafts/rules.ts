// Exports the rules of saved drafts to the other parts of the server.
export { contentKey, linkHash, newLinkKey, saveHash } from './link-key.ts'
export { mayOpenDrafts, type SaveOffer, saveOfferOf } from './offer.ts'
export { mailPlace, openContent, type SavedContent, sealContent } from './saved-content.ts'
export { usingSavedDraft } from './submitted.ts'
