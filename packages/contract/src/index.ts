export { ATTACHMENT_PREFIX } from './attachment-part.ts'
export { AUDIT_ACTIONS, type AuditAction } from './audit-action.ts'
export type { LoginReceipt } from './endpoints/accounts/log-in.ts'
export type { VisitReport } from './endpoints/analytics/report-visit.ts'
export type { CaptchaChallenge } from './endpoints/captcha/get-captcha.ts'
export type { ChatAddress } from './endpoints/chat/get-chat-address.ts'
export type { ChatState } from './endpoints/chat/get-chat-state.ts'
export type { CustomerConfiguration } from './endpoints/customers/get-customer.ts'
export type { Statement, StatementKind } from './endpoints/customers/get-statement.ts'
export type { SiteMapNode } from './endpoints/definitions/get-site-map.ts'
export type { ChildTag, TagView } from './endpoints/definitions/get-tag.ts'
export type { TagHeader } from './endpoints/definitions/get-tag-header.ts'
export type { SearchResult } from './endpoints/definitions/search-in-form.ts'
export type { Correction } from './endpoints/follow-up/corrections.ts'
export type { AnswerChange, FollowUp, FollowUpAnswers, RequestMessage } from './endpoints/follow-up/follow-up.ts'
export type { OfferedOptions } from './endpoints/integrations/look-up-options.ts'
export type { ManagementAccount } from './endpoints/managements/account.ts'
export type { ShownAccount } from './endpoints/managements/accounts.ts'
export type { AssetTexts, ListedAsset } from './endpoints/managements/assets.ts'
export type { AuditLine } from './endpoints/managements/audit.ts'
export type { ShownChange, ShownChanges } from './endpoints/managements/changes.ts'
export type { CssFault } from './endpoints/managements/check-answer-css.ts'
export type { KnownForm, KnownTemplate, ReportedFinding, Surroundings } from './endpoints/managements/checks.ts'
export type { ShownCredential } from './endpoints/managements/credentials.ts'
export type { ListedDefinition, PublishedVersion } from './endpoints/managements/definitions.ts'
export type { ShownDelivery, TestedDestination } from './endpoints/managements/deliveries.ts'
export type { DeskBatchChange, DeskBatchOutcome, DeskChange, DeskChoices, DeskNotice } from './endpoints/managements/desk.ts'
export type { DeskFigures } from './endpoints/managements/desk-figures.ts'
export type { DestinationDryRun } from './endpoints/managements/destination-dry-run.ts'
export type { DraftPresence, DraftTreeAnswer, StoredDraftChange } from './endpoints/managements/drafts.ts'
export type { SentForm, ShownForm, TagForm } from './endpoints/managements/form-settings.ts'
export type { FormTest } from './endpoints/managements/form-tests.ts'
export type { StartingForm } from './endpoints/managements/gallery.ts'
export type { Attention, DeploymentHealth } from './endpoints/managements/health.ts'
export type { Home, Trouble } from './endpoints/managements/home.ts'
export type { Impact } from './endpoints/managements/impact.ts'
export type { ShownLink } from './endpoints/managements/links.ts'
export type { ListedMail } from './endpoints/managements/mails.ts'
export type { MappingLogLine, ShownMapping } from './endpoints/managements/mappings.ts'
export type { DuplicateCandidate } from './endpoints/managements/merges.ts'
export type { ShownOperator } from './endpoints/managements/operators.ts'
export type { NewCredential, ShownPasskey, UsedCredential } from './endpoints/managements/passkeys.ts'
export type { ErasedData, PersonalData } from './endpoints/managements/personal-data.ts'
export type { MadePreview, PreviewAnswer, PreviewOptions } from './endpoints/managements/previews.ts'
export type { Publication, Publications } from './endpoints/managements/publications.ts'
export type { Desk, DeskEntry, ExportPreview, ListedRequest, ShownRequest } from './endpoints/managements/requests.ts'
export type { MadeReviewLink, ShownReviewLink, StepComment } from './endpoints/managements/reviews.ts'
export type { Found } from './endpoints/managements/search.ts'
export type { ListedService } from './endpoints/managements/services.ts'
export type { ShownSession } from './endpoints/managements/sessions.ts'
export type { ListedSetting } from './endpoints/managements/system-settings.ts'
export type { ListedTemplate } from './endpoints/managements/templates.ts'
export type { TicketState, TicketStateChange } from './endpoints/managements/ticket-states.ts'
export type { ShownToken } from './endpoints/managements/tokens.ts'
export type { RememberedTranslation, TranslationDifference } from './endpoints/managements/translations.ts'
export type { NewView, SavedView, ViewFilters } from './endpoints/managements/views.ts'
export type { VisitMail } from './endpoints/managements/visit-mails.ts'
export type { Visits } from './endpoints/managements/visits.ts'
export type { WalkProgress, WalkReport } from './endpoints/managements/walks.ts'
export type { LinkState } from './endpoints/requests/check-confirmation.ts'
export type { Confirmation } from './endpoints/requests/confirm-request.ts'
export type { DryRunReport } from './endpoints/requests/dry-run.ts'
export type { ResentLink } from './endpoints/requests/resend-confirmation.ts'
export type { SendPayload, SendReceipt } from './endpoints/requests/submit-request.ts'
export type { Review, ReviewComment } from './endpoints/reviews/review.ts'
export type { OpenedDraft, OpeningDraft, SavedFile } from './endpoints/saved-drafts/open-saved-draft.ts'
export type { SavedDraft } from './endpoints/saved-drafts/save-draft.ts'
export type { Envelope, ErrorEntry } from './envelope.ts'
export { ERROR_STATUS, type ErrorCode, isErrorCode, type Severity } from './error-code.ts'
export { ERROR_REDIRECT } from './error-redirect.ts'
export type { Account, Token } from './form/account.ts'
export { ASSET_KINDS, type AssetKind, MAX_ASSET_BYTES, PICTURE_TYPES } from './form/asset.ts'
export { type AuthType, freeAuthTypeOf, isAuthType, isFreeAuthType, isSurvey } from './form/auth-type.ts'
export type { Asset, Bundle, BundleTest, Setting, Template } from './form/bundle.ts'
export { CLIENT_URL_PATTERN } from './form/client-url.ts'
export { MAX_COMMENT_LENGTH, MAX_REVIEWER_NAME_LENGTH, REVIEW_KEY_HEADER } from './form/comment.ts'
export type { Destination, DestinationOf } from './form/destination.ts'
export type { DraftChange, DraftNode, DraftOperation } from './form/draft.ts'
export { MAX_ID_LENGTH, MAX_TREE_DEPTH, MAX_VERSION_MESSAGE, MAX_WALK_FINDINGS, ROOT_ID } from './form/draft-limits.ts'
export { FOLLOW_UP_MAILS, MAILS_EVERY_HOURS } from './form/follow-up-mails.ts'
export type { FormField, Property, QuestionField } from './form/form-field.ts'
export type { FormParams } from './form/form-params.ts'
export type { FormSetting, Mapping } from './form/form-setting.ts'
export type { FormTestInput, FormTestOutcome } from './form/form-test.ts'
export { FORM_TEST_PARTS, type FormTestPart, MAX_FORM_TESTS } from './form/form-test-parts.ts'
export { type FurtherField, furtherFieldsOf, furtherOf } from './form/further-questions.ts'
export { type Glossary, type GlossaryTerm, MAX_GLOSSARY_TERMS, MAX_TERM } from './form/glossary.ts'
export { IMPACT_COUNTED } from './form/impact-limits.ts'
export type { InputKind, Integration } from './form/integration.ts'
export { LOOK_PRESETS, type Look, type LookPreset, lookNamed } from './form/look.ts'
export type { OidcProvider } from './form/oidc.ts'
export { isPreviewCode, PREVIEW_MARK } from './form/preview-code.ts'
export { BREADCRUMB_LENGTH, EXCERPT_SIDE, PAGE_SIZES, SEARCH_MIN_LENGTH, searchStems } from './form/search.ts'
export { areEquivalent, indexedLanguages, siblingSteps } from './form/sibling-steps.ts'
export { asksForAnswers, asksSomething, isPassedThrough, onlyChild, questionsAhead } from './form/survey.ts'
export {
  isGuard,
  isKnownSetting,
  isSettingValue,
  type KnownSetting,
  numberSetting,
  type SettingKind,
  SYSTEM_SETTINGS,
  type SystemSetting,
  textSetting,
} from './form/system-setting.ts'
export type { Definition, Tag } from './form/tag.ts'
export { TEMPLATES, type TemplateName } from './form/template-name.ts'
export type { TemplateOriginal } from './form/template-original.ts'
export { MACHINE_MADE } from './form/translated-from.ts'
export { MAX_SENT_TRANSLATIONS, TRANSLATION_FORMATS, type TranslationFormat } from './form/translation-file.ts'
export { inOrder, isLast, isQuestion, languageOf, rootTag, type TagNode, walkTree } from './form/tree.ts'
export { FORM_VERSION_HEADER } from './form/version-header.ts'
export {
  comparableSearch,
  DEVICES,
  type Device,
  durationClass,
  durationQuantile,
  HIDDEN_BELOW,
  LAST_DURATION_CLASS,
  MAX_SEARCHED_LENGTH,
  secondsOfClass,
  VISIT_HEADER,
} from './form/visit-counts.ts'
export { type InputFault, isInputFault } from './input-fault.ts'
export { acceptedLanguages, DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from './language.ts'
export {
  type AuthoringRole,
  type DeskRole,
  isAllowed,
  LEADS_DESK,
  LINK_STATES,
  MAPPING_LOG_PAGE,
  MAX_ACCOUNT_ROWS,
  MAX_TOKEN_ROWS,
  type NeededRole,
  type OfficeRole,
  OPERATOR_ROLES,
  type OperatorRole,
  type OperatorWay,
  reaches,
  SEES_VISITS,
  TOKEN_STATES,
  WORKS_ON_DESK,
} from './management.ts'
export { type AnswerRow, type AnswerSection, answerRows, answerSections, answerTexts } from './request/answer-texts.ts'
export { CHAT_DATA, type ChatData, chatDataOf } from './request/chat-data.ts'
export {
  type Answers,
  checkRequest,
  type FieldFault,
  type Files,
  foreignFields,
  furtherQuestionsOf,
  type OfferedFor,
  type Question,
  questionOf,
  questionsOf,
  serviceOfQuestion,
} from './request/check-request.ts'
export { correctableFields, correctionFields, FURTHER_FILES, MAX_CORRECTED, messageKind } from './request/corrections.ts'
export {
  DAYS_OF_DESK,
  DESK_AGES,
  DESK_CLOSED,
  DESK_OPEN,
  deskStates,
  IN_WORK,
  isOverdue,
  MAX_DESK_BATCH,
  MAX_DESK_FORMS,
  MAX_DESK_WORD,
  MAX_DESK_WORDS,
  MAX_NOTE_LENGTH,
  MAX_SAVED_VIEWS,
  MAX_VIEW_NAME,
} from './request/desk.ts'
export { canonicalEmail, checkEmailPair, type EmailFault, startOfMailbox } from './request/email.ts'
export { EXPORT_COLUMNS, EXPORT_PREVIEW_ROWS, QUESTION_COLUMN } from './request/export-columns.ts'
export {
  FOLLOW_UP_PAGE_HEADER,
  FOLLOW_UP_STATES,
  FRESH_CODE_MINUTES,
  FRESH_CODE_TRIES,
  FRESH_CODES_PER_DAY,
  followUpOf,
  MAX_MESSAGE_LENGTH,
  MAX_SCORE_COMMENT,
  MAX_WAITING_MESSAGES,
  MESSAGES_PER_DAY,
  SCORES,
} from './request/follow-up.ts'
export { effectiveAnswers, type Hold, initialAnswer, isHeld, type KnownData, keptAnswer, wireAnswer } from './request/held-answer.ts'
export { PASSWORD_MIN_LENGTH, PASSWORD_RULES, type PasswordFault, passwordFaults } from './request/password.ts'
export { readSecondFactor, SAVED_DRAFT_DAYS, SECOND_FACTOR_TRIES, SECOND_FACTORS, type SecondFactor } from './request/saved-draft.ts'
export { REQUEST_ACTIONS, REQUEST_STATES, RETAINED_STATES, type RequestAction, type RequestState, type RetainedState } from './request/state.ts'
export { checkTerms, foreignTerms, type TermsField, termsOf } from './request/terms.ts'
export { MAX_TICKET_STATE } from './request/ticket-state.ts'
