// Exports the functions and types of customers to the other parts of the server.

export { begunIn } from './begun-in.ts'
export {
  type Customer,
  formTitleOf,
  hourOf,
  linkHours,
  mailSenderOf,
  momentOf,
  ownWordsOf,
  type Preview,
  periodHours,
  timeZoneOf,
  todayOf,
} from './customer.ts'
export { draftCustomer, previewsOf } from './draft-customer.ts'
export { keyedPerson, type SurveyPerson } from './keyed-person.ts'
export { brandColorOf, lookOf, printedBrandOf } from './look.ts'
export { managedCustomer, managedForm } from './managed-form.ts'
export { ownPictureUrl, uploadFaults } from './own-pictures.ts'
export { hashOfPreviewCode, newPreviewCode } from './previews.ts'
export { withoutSecrets, withStoredSecrets } from './secrets.ts'
export { versionName } from './versions-under-way.ts'
export { whileCurrent } from './while-current.ts'
