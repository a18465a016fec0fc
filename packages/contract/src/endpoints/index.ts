import { askRecovery } from './accounts/ask-recovery.ts'
import { checkRecovery } from './accounts/check-recovery.ts'
import { logIn } from './accounts/log-in.ts'
import { logInByToken } from './accounts/log-in-by-token.ts'
import { setPassword } from './accounts/set-password.ts'
import { reportAbandonment } from './analytics/report-abandonment.ts'
import { reportVisit } from './analytics/report-visit.ts'
import { getCaptcha } from './captcha/get-captcha.ts'
import { getChatAddress } from './chat/get-chat-address.ts'
import { getChatState } from './chat/get-chat-state.ts'
import { getCustomer } from './customers/get-customer.ts'
import { getStatement } from './customers/get-statement.ts'
import { getSiteMap } from './definitions/get-site-map.ts'
import { getTag } from './definitions/get-tag.ts'
import { getTagHeader } from './definitions/get-tag-header.ts'
import { searchInForm } from './definitions/search-in-form.ts'
import { correctionEndpoints } from './follow-up/corrections.ts'
import { followUpEndpoints } from './follow-up/follow-up.ts'
import { lookUpOptions } from './integrations/look-up-options.ts'
import { confirmAuthenticator, getAccount, leave, removeAuthenticator, setUpAuthenticator } from './managements/account.ts'
import { addAccount, deleteAccount, editAccount, importAccounts, importTokens, listAccounts, startRecovery } from './managements/accounts.ts'
import { addAsset, deleteAsset, getAssetTexts, listAssets, replaceAsset } from './managements/assets.ts'
import { readAudit } from './managements/audit.ts'
import { compareVersions } from './managements/changes.ts'
import { checkAnswerCss } from './managements/check-answer-css.ts'
import { checkDefinition, getSurroundings } from './managements/checks.ts'
import { listCredentials, makeCredential, revokeCredential } from './managements/credentials.ts'
import {
  discardDefinitionDraft,
  exportManagedBundle,
  getDefinition,
  getDefinitionSchema,
  importManagedBundle,
  listDefinitions,
  listDefinitionVersions,
  publishDefinition,
  putDefinitionDraft,
  rollBackDefinition,
} from './managements/definitions.ts'
import { listDeliveries, sendDeliveryAgain, testDestination } from './managements/deliveries.ts'
import { addNote, changeDesk, changeDeskBatch, followDesk, getDeskChoices } from './managements/desk.ts'
import { getDeskFigures } from './managements/desk-figures.ts'
import { dryRunDestination } from './managements/destination-dry-run.ts'
import { announcePresence, changeDraft, followDraft, getDraft, listDraftChanges } from './managements/drafts.ts'
import { addForm, deleteForm, editForm, getForm, listForms, listTagForms } from './managements/form-settings.ts'
import { changeFormTest, deleteFormTest, listFormTests, recordFormTest } from './managements/form-tests.ts'
import { getStartingForm, listStartingForms } from './managements/gallery.ts'
import { getAttention, getDeploymentHealth } from './managements/health.ts'
import { getHome } from './managements/home.ts'
import { getImpact } from './managements/impact.ts'
import { acceptInvitation, inviteOperator } from './managements/invitations.ts'
import { listLinks, makeLinks, revokeLink } from './managements/links.ts'
import { getManagedMail, listManagedMails, sendMailAgain } from './managements/mails.ts'
import { addMapping, deleteMapping, listMappings, makeSsoMessage, readMappingLog } from './managements/mappings.ts'
import { listDuplicates, mergeRequest, splitRequest } from './managements/merges.ts'
import { askRequester, markMessagesRead } from './managements/messages.ts'
import { addOperator, deleteOperator, editOperator, listOperators } from './managements/operators.ts'
import { changeOwnPassword } from './managements/own-password.ts'
import { addPasskey, beginPasskey, beginPasskeySignIn, deletePasskey, listPasskeys, signInByPasskey } from './managements/passkeys.ts'
import { erasePersonalData, findPersonalData } from './managements/personal-data.ts'
import { changePreview, makePreview } from './managements/previews.ts'
import { askPublication, judgePublication, listPublications, withdrawPublication } from './managements/publications.ts'
import { actOnRequest, exportRequests, getAttachment, getRequest, listRequests, previewExport } from './managements/requests.ts'
import {
  addStepComment,
  deleteStepComment,
  listReviewLinks,
  listStepComments,
  makeReviewLink,
  resolveStepComment,
  revokeReviewLink,
} from './managements/reviews.ts'
import { searchDashboard } from './managements/search.ts'
import { listServices, tryService } from './managements/services.ts'
import { endOtherSessions, endSession, listSessions } from './managements/sessions.ts'
import { signIn } from './managements/sign-in.ts'
import { addSystemSetting, countRetention, deleteSystemSetting, editSystemSetting, listSystemSettings } from './managements/system-settings.ts'
import { deleteTemplate, listTemplates, previewTemplate, putTemplate, testTemplate } from './managements/templates.ts'
import { deleteToken, listTokens, makeTokens, revokeToken } from './managements/tokens.ts'
import {
  compareTranslations,
  exportTranslations,
  getMachineTranslation,
  importTranslations,
  recallTranslations,
  translateByMachine,
} from './managements/translations.ts'
import { addView, deleteView, editView, listViews } from './managements/views.ts'
import { confirmOwnAddress, getVisitMail, subscribeVisitMail, unsubscribeVisitMail } from './managements/visit-mails.ts'
import { getVisits } from './managements/visits.ts'
import { walkDefinition } from './managements/walks.ts'
import { checkConfirmation } from './requests/check-confirmation.ts'
import { confirmRequest } from './requests/confirm-request.ts'
import { dryRun } from './requests/dry-run.ts'
import { getReceipt } from './requests/get-receipt.ts'
import { reportTicketState } from './requests/report-ticket-state.ts'
import { resendConfirmation } from './requests/resend-confirmation.ts'
import { submitRequest } from './requests/submit-request.ts'
import { addReviewComment, deleteReviewComment, editReviewComment, getReview } from './reviews/review.ts'
import { deleteSavedDraft } from './saved-drafts/delete-saved-draft.ts'
import { getSavedFile } from './saved-drafts/get-saved-file.ts'
import { openSavedDraft } from './saved-drafts/open-saved-draft.ts'
import { saveDraft } from './saved-drafts/save-draft.ts'
import { getAuthToken } from './sessions/get-auth-token.ts'
import { leaveForm } from './sessions/leave-form.ts'

/** All API endpoints, keyed by name. */
export const endpoints = {
  getCustomer,
  getTag,
  getTagHeader,
  getSiteMap,
  getStatement,
  searchInForm,
  submitRequest,
  dryRun,
  getReview,
  addReviewComment,
  editReviewComment,
  deleteReviewComment,
  checkConfirmation,
  confirmRequest,
  getReceipt,
  resendConfirmation,
  saveDraft,
  openSavedDraft,
  getSavedFile,
  deleteSavedDraft,
  reportTicketState,
  ...correctionEndpoints,
  ...followUpEndpoints,
  lookUpOptions,
  getAuthToken,
  leaveForm,
  getCaptcha,
  getChatAddress,
  getChatState,
  reportAbandonment,
  reportVisit,
  getVisits,
  getVisitMail,
  subscribeVisitMail,
  unsubscribeVisitMail,
  confirmOwnAddress,
  signIn,
  getAccount,
  leave,
  listSessions,
  endSession,
  endOtherSessions,
  changeOwnPassword,
  setUpAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  listPasskeys,
  beginPasskey,
  addPasskey,
  deletePasskey,
  beginPasskeySignIn,
  signInByPasskey,
  listSystemSettings,
  countRetention,
  addSystemSetting,
  editSystemSetting,
  deleteSystemSetting,
  listForms,
  getForm,
  addForm,
  editForm,
  deleteForm,
  listTagForms,
  checkAnswerCss,
  listAssets,
  getAssetTexts,
  addAsset,
  replaceAsset,
  deleteAsset,
  listAccounts,
  addAccount,
  editAccount,
  deleteAccount,
  startRecovery,
  importAccounts,
  listTokens,
  makeTokens,
  revokeToken,
  deleteToken,
  importTokens,
  listLinks,
  makeLinks,
  revokeLink,
  listCredentials,
  makeCredential,
  revokeCredential,
  listMappings,
  addMapping,
  deleteMapping,
  readMappingLog,
  makeSsoMessage,
  listOperators,
  addOperator,
  editOperator,
  deleteOperator,
  inviteOperator,
  acceptInvitation,
  readAudit,
  listRequests,
  getRequest,
  actOnRequest,
  listDuplicates,
  mergeRequest,
  splitRequest,
  listViews,
  addView,
  editView,
  deleteView,
  changeDesk,
  addNote,
  askRequester,
  markMessagesRead,
  changeDeskBatch,
  followDesk,
  getDeskFigures,
  getDeskChoices,
  getAttachment,
  exportRequests,
  previewExport,
  findPersonalData,
  erasePersonalData,
  listTemplates,
  putTemplate,
  deleteTemplate,
  previewTemplate,
  testTemplate,
  listManagedMails,
  getManagedMail,
  sendMailAgain,
  listDeliveries,
  sendDeliveryAgain,
  testDestination,
  dryRunDestination,
  getDeploymentHealth,
  getAttention,
  getHome,
  getImpact,
  searchDashboard,
  listServices,
  tryService,
  listStartingForms,
  getStartingForm,
  listDefinitions,
  getDefinition,
  getDefinitionSchema,
  checkDefinition,
  getSurroundings,
  putDefinitionDraft,
  publishDefinition,
  discardDefinitionDraft,
  listDefinitionVersions,
  rollBackDefinition,
  getDraft,
  changeDraft,
  listDraftChanges,
  followDraft,
  exportTranslations,
  compareTranslations,
  importTranslations,
  recallTranslations,
  translateByMachine,
  getMachineTranslation,
  walkDefinition,
  listPublications,
  changeFormTest,
  deleteFormTest,
  listFormTests,
  recordFormTest,
  askPublication,
  judgePublication,
  withdrawPublication,
  compareVersions,
  announcePresence,
  makePreview,
  changePreview,
  listReviewLinks,
  makeReviewLink,
  revokeReviewLink,
  listStepComments,
  addStepComment,
  resolveStepComment,
  deleteStepComment,
  importManagedBundle,
  exportManagedBundle,
  logIn,
  logInByToken,
  askRecovery,
  setPassword,
  checkRecovery,
}

export type EndpointName = keyof typeof endpoints
