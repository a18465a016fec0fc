import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let document: OpenApi
beforeAll(async () => {
  server = await startTestServer()
  const response = await fetch(`${server.url}/forms-service/rs/v2/openapi.json`)
  document = (await response.json()) as OpenApi
})
afterAll(() => server.close())

interface OpenApi {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  components: { schemas: Record<string, unknown>; securitySchemes: unknown }
  security: unknown
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

/** Returns every `$ref` inside an OpenAPI description. */
function refsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => (key === '$ref' && typeof each === 'string' ? [each] : refsOf(each)))
}

function resolve(ref: string): unknown {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

/** Every operation of the API, with its possible HTTP statuses. */
const OPERATIONS: readonly [method: string, path: string, operationId: string, statuses: string[]][] = [
  ['get', '/forms/{customerCode}', 'getCustomer', ['200', '401', '403', '404', '409', '410']],
  ['post', '/forms/{customerCode}', 'submitRequest', ['201', '400', '401', '403', '404', '409', '410', '413', '415', '422', '429', '502', '503']],
  ['post', '/forms/{customerCode}/dry-run', 'dryRun', ['200', '400', '401', '403', '404', '409', '410', '413', '415', '422', '429', '502', '503']],
  ['get', '/reviews/{reviewCode}', 'getReview', ['200', '404']],
  ['post', '/reviews/{reviewCode}/comments', 'addReviewComment', ['201', '400', '404', '429']],
  ['put', '/reviews/{reviewCode}/comments/{id}', 'editReviewComment', ['200', '400', '404', '409']],
  ['delete', '/reviews/{reviewCode}/comments/{id}', 'deleteReviewComment', ['200', '404', '409']],
  ['put', '/forms/{customerCode}', 'confirmRequest', ['200', '400', '404', '409', '410']],
  ['get', '/forms/{customerCode}/confirmation', 'checkConfirmation', ['200', '400', '404', '409', '410']],
  ['get', '/forms/{customerCode}/receipt', 'getReceipt', ['200', '400', '404', '410', '503']],
  ['post', '/forms/{customerCode}/follow-up/session', 'openFollowUp', ['201', '400', '404', '429', '503']],
  ['delete', '/forms/{customerCode}/follow-up/session', 'leaveFollowUp', ['200', '404', '503']],
  ['get', '/forms/{customerCode}/follow-up', 'getFollowUp', ['200', '400', '401', '404', '503']],
  ['post', '/forms/{customerCode}/follow-up/code', 'askFreshCode', ['202', '400', '401', '404', '422', '429', '503']],
  ['put', '/forms/{customerCode}/follow-up/code', 'checkFreshCode', ['200', '400', '401', '404', '410', '503']],
  ['get', '/forms/{customerCode}/follow-up/answers', 'getFollowUpAnswers', ['200', '400', '401', '403', '404', '503']],
  ['get', '/forms/{customerCode}/follow-up/receipt', 'getFollowUpReceipt', ['200', '400', '401', '403', '404', '503']],
  ['get', '/forms/{customerCode}/follow-up/files/{id}', 'getFollowUpFile', ['200', '400', '401', '403', '404', '410', '422', '503']],
  ['post', '/forms/{customerCode}/follow-up/withdrawal', 'withdrawRequest', ['200', '400', '401', '404', '409', '503']],
  ['put', '/forms/{customerCode}/follow-up/satisfaction', 'rateRequest', ['200', '400', '401', '404', '409', '503']],
  ['get', '/forms/{customerCode}/follow-up/messages/{id}/correction', 'getCorrection', ['200', '400', '401', '403', '404', '409', '503']],
  [
    'post',
    '/forms/{customerCode}/follow-up/messages/{id}/correction',
    'sendCorrection',
    ['201', '400', '401', '403', '404', '409', '413', '415', '422', '429', '503'],
  ],
  ['post', '/forms/{customerCode}/follow-up/messages', 'answerDesk', ['201', '400', '401', '404', '409', '429', '503']],
  ['post', '/forms/{customerCode}/confirmation', 'resendConfirmation', ['200', '400', '404', '409', '410', '429']],
  ['post', '/forms/{customerCode}/saved-drafts', 'saveDraft', ['201', '400', '401', '403', '404', '409', '410', '413', '415', '422', '429', '503']],
  ['post', '/forms/{customerCode}/saved-drafts/open', 'openSavedDraft', ['200', '400', '404', '409', '410', '503']],
  ['post', '/forms/{customerCode}/saved-drafts/file', 'getSavedFile', ['200', '400', '404', '409', '410', '503']],
  ['post', '/forms/{customerCode}/saved-drafts/delete', 'deleteSavedDraft', ['200', '400', '404', '409', '410', '503']],
  ['post', '/forms/{customerCode}/destinations/{name}/state', 'reportTicketState', ['202', '400', '401', '404', '413', '429', '503']],
  ['get', '/forms/{customerCode}/tags/{codeTag}', 'getTag', ['200', '401', '403', '404', '409', '410', '503']],
  ['get', '/forms/{customerCode}/tags/{codeTag}/header', 'getTagHeader', ['200', '401', '403', '404', '409', '410', '503']],
  ['post', '/forms/{customerCode}/integrations/{service}', 'lookUpOptions', ['200', '400', '401', '403', '404', '409', '410', '502', '503']],
  ['get', '/forms/{customerCode}/sitemap', 'getSiteMap', ['200', '400', '401', '403', '404', '409', '410', '503']],
  ['get', '/forms/{customerCode}/statements/{statement}', 'getStatement', ['200', '400', '404']],
  ['post', '/forms/{customerCode}/children', 'searchInForm', ['200', '400', '401', '403', '404', '409', '410', '503']],
  ['post', '/analytics/{customerCode}/tags/{codeTag}', 'reportAbandonment', ['202', '404', '429', '503']],
  ['post', '/analytics/{customerCode}/visits', 'reportVisit', ['202', '400', '404', '429', '503']],
  ['post', '/forms/{customerCode}/login', 'logIn', ['200', '400', '401', '404', '429', '503']],
  ['post', '/forms/{customerCode}/login/recovery', 'askRecovery', ['202', '400', '404', '429', '503']],
  ['get', '/forms/{customerCode}/login/recovery', 'checkRecovery', ['200', '400', '401', '404', '409', '410', '429', '503']],
  ['put', '/forms/{customerCode}/login/recovery', 'setPassword', ['200', '400', '401', '404', '409', '410', '422', '429', '503']],
  ['post', '/forms/{customerCode}/login/{token}', 'logInByToken', ['200', '400', '401', '404', '429', '503']],
  ['get', '/managements/settings/forms/{id}/links', 'listLinks', ['200', '400', '401', '403', '404']],
  ['post', '/managements/settings/forms/{id}/links', 'makeLinks', ['201', '400', '401', '403', '404']],
  ['delete', '/managements/settings/forms/{id}/links/{linkId}', 'revokeLink', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/settings/forms/{id}/credentials', 'listCredentials', ['200', '400', '401', '403', '404']],
  ['delete', '/managements/settings/forms/{id}/credentials/{credentialId}', 'revokeCredential', ['200', '400', '401', '403', '404']],
  ['post', '/managements/settings/forms/{id}/credentials', 'makeCredential', ['201', '400', '401', '403', '404']],
  ['get', '/managements/settings/forms/{id}/accounts', 'listAccounts', ['200', '400', '401', '403', '404']],
  ['post', '/managements/settings/forms/{id}/accounts', 'addAccount', ['201', '400', '401', '403', '404', '409']],
  ['put', '/managements/settings/forms/{id}/accounts/{accountId}', 'editAccount', ['200', '400', '401', '403', '404', '409']],
  ['delete', '/managements/settings/forms/{id}/accounts/{accountId}', 'deleteAccount', ['200', '400', '401', '403', '404', '409']],
  ['post', '/managements/settings/forms/{id}/accounts/{accountId}/recovery', 'startRecovery', ['201', '400', '401', '403', '404', '429']],
  ['post', '/managements/settings/forms/{id}/accounts/table', 'importAccounts', ['200', '400', '401', '403', '404', '413']],
  ['get', '/managements/settings/forms/{id}/tokens', 'listTokens', ['200', '400', '401', '403', '404']],
  ['post', '/managements/settings/forms/{id}/tokens', 'makeTokens', ['201', '400', '401', '403', '404']],
  ['put', '/managements/settings/forms/{id}/tokens/{tokenId}', 'revokeToken', ['200', '400', '401', '403', '404']],
  ['delete', '/managements/settings/forms/{id}/tokens/{tokenId}', 'deleteToken', ['200', '400', '401', '403', '404']],
  ['post', '/managements/settings/forms/{id}/tokens/table', 'importTokens', ['200', '400', '401', '403', '404', '413']],
  ['post', '/managements/sign-in', 'signIn', ['200', '400', '401', '429']],
  ['get', '/managements/account', 'getAccount', ['200', '400', '401', '403']],
  ['delete', '/managements/account', 'leave', ['200', '400', '401', '403']],
  ['put', '/managements/account/password', 'changeOwnPassword', ['200', '400', '401', '403', '429']],
  ['post', '/managements/account/authenticator', 'setUpAuthenticator', ['201', '400', '401', '403', '409', '429']],
  ['put', '/managements/account/authenticator', 'confirmAuthenticator', ['200', '400', '401', '403', '429']],
  ['delete', '/managements/account/authenticator', 'removeAuthenticator', ['200', '400', '401', '403', '429']],
  ['get', '/managements/account/sessions', 'listSessions', ['200', '400', '401', '403']],
  ['delete', '/managements/account/sessions/{id}', 'endSession', ['200', '400', '401', '403', '404']],
  ['delete', '/managements/account/sessions', 'endOtherSessions', ['200', '400', '401', '403']],
  ['get', '/managements/account/passkeys', 'listPasskeys', ['200', '400', '401', '403']],
  ['post', '/managements/account/passkeys/options', 'beginPasskey', ['200', '400', '401', '403', '409', '429']],
  ['post', '/managements/account/passkeys', 'addPasskey', ['201', '400', '401', '403', '409']],
  ['delete', '/managements/account/passkeys/{id}', 'deletePasskey', ['200', '400', '401', '403', '404', '429']],
  ['post', '/managements/sign-in/passkey/options', 'beginPasskeySignIn', ['200', '401', '429']],
  ['post', '/managements/sign-in/passkey', 'signInByPasskey', ['200', '400', '401', '429']],
  ['get', '/managements/settings/systems', 'listSystemSettings', ['200', '400', '401', '403']],
  ['post', '/managements/settings/systems', 'addSystemSetting', ['201', '400', '401', '403', '409']],
  ['put', '/managements/settings/systems/{id}', 'editSystemSetting', ['200', '400', '401', '403', '404', '409']],
  ['delete', '/managements/settings/systems/{id}', 'deleteSystemSetting', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/settings/forms', 'listForms', ['200', '400', '401', '403']],
  ['get', '/managements/settings/forms/{id}', 'getForm', ['200', '400', '401', '403', '404']],
  ['post', '/managements/settings/forms', 'addForm', ['201', '400', '401', '403', '409']],
  ['put', '/managements/settings/forms/{id}', 'editForm', ['200', '400', '401', '403', '404', '409']],
  ['delete', '/managements/settings/forms/{id}', 'deleteForm', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/settings/forms/tags', 'listTagForms', ['200', '400', '401', '403']],
  ['post', '/managements/answer-css', 'checkAnswerCss', ['200', '400', '401', '403']],
  ['get', '/managements/assets', 'listAssets', ['200', '400', '401', '403']],
  ['get', '/managements/assets/{kind}/{name}/texts', 'getAssetTexts', ['200', '400', '401', '403', '404']],
  ['post', '/managements/assets', 'addAsset', ['201', '400', '401', '403', '409']],
  ['put', '/managements/assets/{kind}/{name}', 'replaceAsset', ['200', '400', '401', '403', '404', '409']],
  ['delete', '/managements/assets/{kind}/{name}', 'deleteAsset', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/settings/forms/{id}/mapping', 'listMappings', ['200', '400', '401', '403', '404']],
  ['post', '/managements/settings/forms/{id}/mapping', 'addMapping', ['201', '400', '401', '403', '404', '409']],
  ['delete', '/managements/settings/forms/{id}/mapping/{mappingId}', 'deleteMapping', ['200', '400', '401', '403', '404']],
  ['get', '/managements/settings/forms/mappings/logs/{page}', 'readMappingLog', ['200', '400', '401', '403']],
  ['post', '/managements/settings/forms/sso/message', 'makeSsoMessage', ['200', '400', '401', '403', '404']],
  ['get', '/managements/operators', 'listOperators', ['200', '400', '401', '403']],
  ['post', '/managements/operators', 'addOperator', ['201', '400', '401', '403', '409']],
  ['put', '/managements/operators/{username}', 'editOperator', ['200', '400', '401', '403', '404', '409']],
  ['delete', '/managements/operators/{username}', 'deleteOperator', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/requests', 'listRequests', ['200', '400', '401', '403']],
  ['get', '/managements/requests/{ticket}', 'getRequest', ['200', '400', '401', '403', '404']],
  ['post', '/managements/requests/{ticket}/{action}', 'actOnRequest', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/requests/{ticket}/duplicates', 'listDuplicates', ['200', '400', '401', '403', '404']],
  ['put', '/managements/requests/{ticket}/merge', 'mergeRequest', ['200', '400', '401', '403', '404', '409']],
  ['delete', '/managements/requests/{ticket}/merge', 'splitRequest', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/views', 'listViews', ['200', '400', '401', '403']],
  ['post', '/managements/views', 'addView', ['201', '400', '401', '403', '409']],
  ['put', '/managements/views/{id}', 'editView', ['200', '400', '401', '403', '404', '409']],
  ['delete', '/managements/views/{id}', 'deleteView', ['200', '400', '401', '403', '404']],
  ['put', '/managements/requests/{ticket}/desk', 'changeDesk', ['200', '400', '401', '403', '404', '409']],
  ['post', '/managements/requests/{ticket}/notes', 'addNote', ['201', '400', '401', '403', '404']],
  ['post', '/managements/requests/{ticket}/messages', 'askRequester', ['201', '400', '401', '403', '404', '409']],
  ['put', '/managements/requests/{ticket}/messages/read', 'markMessagesRead', ['200', '400', '401', '403', '404']],
  ['post', '/managements/desk/changes', 'changeDeskBatch', ['200', '400', '401', '403']],
  ['get', '/managements/desk/figures', 'getDeskFigures', ['200', '400', '401', '403']],
  ['get', '/managements/desk/events', 'followDesk', ['200', '400', '401', '403', '503']],
  ['get', '/managements/desk', 'getDeskChoices', ['200', '400', '401', '403']],
  ['get', '/managements/requests/{ticket}/attachments/{id}', 'getAttachment', ['200', '400', '401', '403', '404', '410', '422']],
  ['get', '/managements/requests/export/{format}', 'exportRequests', ['200', '400', '401', '403']],
  ['get', '/managements/requests/export-preview', 'previewExport', ['200', '400', '401', '403']],
  ['post', '/managements/personal-data/search', 'findPersonalData', ['200', '400', '401', '403']],
  ['post', '/managements/personal-data/erase', 'erasePersonalData', ['200', '400', '401', '403']],
  ['get', '/managements/templates', 'listTemplates', ['200', '400', '401', '403']],
  ['put', '/managements/templates/{name}/{lang_code}', 'putTemplate', ['200', '400', '401', '403', '409']],
  ['delete', '/managements/templates/{name}/{lang_code}', 'deleteTemplate', ['200', '400', '401', '403', '404', '409']],
  ['post', '/managements/templates/preview', 'previewTemplate', ['200', '400', '401', '403']],
  ['get', '/managements/deliveries', 'listDeliveries', ['200', '400', '401', '403']],
  ['post', '/managements/deliveries/{id}/send', 'sendDeliveryAgain', ['200', '400', '401', '403', '404', '409']],
  ['post', '/managements/settings/forms/{id}/destinations/{name}/test', 'testDestination', ['200', '400', '401', '403', '404']],
  ['post', '/managements/settings/forms/{id}/destinations/dry-run', 'dryRunDestination', ['200', '400', '401', '403', '404']],
  ['get', '/managements/mails', 'listManagedMails', ['200', '400', '401', '403']],
  ['get', '/managements/mails/{id}', 'getManagedMail', ['200', '400', '401', '403', '404']],
  ['post', '/managements/mails/{id}/send', 'sendMailAgain', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/health', 'getDeploymentHealth', ['200', '400', '401', '403']],
  ['get', '/managements/services', 'listServices', ['200', '400', '401', '403']],
  ['post', '/managements/services/{service}/trial', 'tryService', ['200', '400', '401', '403', '404', '502', '503']],
  ['get', '/managements/gallery', 'listStartingForms', ['200', '400', '401', '403']],
  ['get', '/managements/gallery/{name}', 'getStartingForm', ['200', '400', '401', '403', '404']],
  ['get', '/managements/definition-schema', 'getDefinitionSchema', ['200', '400', '401', '403']],
  ['get', '/managements/definitions', 'listDefinitions', ['200', '400', '401', '403']],
  ['get', '/managements/definitions/{code_tag}', 'getDefinition', ['200', '400', '401', '403', '404']],
  ['get', '/managements/definitions/{code_tag}/check', 'checkDefinition', ['200', '400', '401', '403', '404', '503']],
  ['get', '/managements/definitions/{code_tag}/changes', 'compareVersions', ['200', '400', '401', '403', '404']],
  ['get', '/managements/definitions/{code_tag}/tests', 'listFormTests', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/tests', 'recordFormTest', ['201', '400', '401', '403', '404']],
  ['put', '/managements/definitions/{code_tag}/tests/{id}', 'changeFormTest', ['200', '400', '401', '403', '404']],
  ['delete', '/managements/definitions/{code_tag}/tests/{id}', 'deleteFormTest', ['200', '400', '401', '403', '404']],
  ['get', '/managements/definitions/{code_tag}/publications', 'listPublications', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/publications', 'askPublication', ['201', '400', '401', '403', '404', '409', '503']],
  ['post', '/managements/definitions/{code_tag}/publications/{id}/judgement', 'judgePublication', ['200', '400', '401', '403', '404', '503']],
  ['delete', '/managements/definitions/{code_tag}/publications/{id}', 'withdrawPublication', ['200', '400', '401', '403', '404']],
  ['get', '/managements/definitions/{code_tag}/translations/{language}', 'exportTranslations', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/translations/{language}/difference', 'compareTranslations', ['200', '400', '401', '403', '404', '413']],
  ['post', '/managements/definitions/{code_tag}/translations/{language}/machine', 'translateByMachine', ['200', '400', '401', '403', '404', '502', '503']],
  ['get', '/managements/machine-translation', 'getMachineTranslation', ['200', '400', '401', '403']],
  ['post', '/managements/translation-memory', 'recallTranslations', ['200', '400', '401', '403']],
  ['post', '/managements/definitions/{code_tag}/translations/{language}', 'importTranslations', ['200', '400', '401', '403', '404', '409', '413']],
  ['get', '/managements/definitions/{code_tag}/walk', 'walkDefinition', ['200', '400', '401', '403', '404', '503']],
  ['get', '/managements/definitions/{code_tag}/surroundings', 'getSurroundings', ['200', '400', '401', '403', '404']],
  ['put', '/managements/definitions/{code_tag}', 'putDefinitionDraft', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/definitions/{code_tag}/draft', 'getDraft', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/draft/changes', 'changeDraft', ['200', '400', '401', '403', '404', '413']],
  ['get', '/managements/definitions/{code_tag}/draft/changes', 'listDraftChanges', ['200', '400', '401', '403', '404']],
  ['get', '/managements/definitions/{code_tag}/draft/events', 'followDraft', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/draft/presence', 'announcePresence', ['202', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/previews', 'makePreview', ['201', '400', '401', '403', '404']],
  ['put', '/managements/definitions/{code_tag}/previews/{id}', 'changePreview', ['200', '400', '401', '403', '404']],
  ['get', '/managements/definitions/{code_tag}/review-links', 'listReviewLinks', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/review-links', 'makeReviewLink', ['201', '400', '401', '403', '404']],
  ['delete', '/managements/definitions/{code_tag}/review-links/{id}', 'revokeReviewLink', ['200', '400', '401', '403', '404']],
  ['get', '/managements/definitions/{code_tag}/comments', 'listStepComments', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/comments', 'addStepComment', ['201', '400', '401', '403', '404']],
  ['put', '/managements/definitions/{code_tag}/comments/{id}', 'resolveStepComment', ['200', '400', '401', '403', '404']],
  ['delete', '/managements/definitions/{code_tag}/comments/{id}', 'deleteStepComment', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/publish', 'publishDefinition', ['200', '400', '401', '403', '404', '409', '503']],
  ['delete', '/managements/definitions/{code_tag}', 'discardDefinitionDraft', ['200', '400', '401', '403', '404', '409']],
  ['get', '/managements/definitions/{code_tag}/versions', 'listDefinitionVersions', ['200', '400', '401', '403', '404']],
  ['post', '/managements/definitions/{code_tag}/versions/{version}/restore', 'rollBackDefinition', ['200', '400', '401', '403', '404', '409', '503']],
  ['post', '/managements/bundle', 'importManagedBundle', ['200', '400', '401', '403', '413']],
  ['get', '/managements/bundle', 'exportManagedBundle', ['200', '400', '401', '403']],
  ['get', '/managements/audit/{page}', 'readAudit', ['200', '400', '401', '403']],
  ['get', '/forms/{customerCode}/auth/token', 'getAuthToken', ['200', '401', '403', '404', '409', '410']],
  ['delete', '/forms/{customerCode}/session', 'leaveForm', ['200', '404']],
  ['get', '/forms/{customerCode}/captcha', 'getCaptcha', ['200', '404', '429', '503']],
  ['get', '/forms/{customerCode}/chat', 'getChatState', ['200', '404']],
  ['get', '/ebby/{customerCode}', 'getChatAddress', ['200', '400', '401', '403', '404', '409', '410', '503']],
  ['get', '/managements/settings/retention', 'countRetention', ['200', '400', '401', '403']],
  ['post', '/managements/operators/{username}/invitation', 'inviteOperator', ['201', '400', '401', '403', '404']],
  ['post', '/managements/invitations', 'acceptInvitation', ['200', '400', '401', '409', '410', '429']],
  ['post', '/managements/templates/test', 'testTemplate', ['200', '400', '401', '403', '404']],
  ['get', '/managements/attention', 'getAttention', ['200', '400', '401', '403']],
  ['get', '/managements/home', 'getHome', ['200', '400', '401', '403', '404']],
  ['get', '/managements/impact', 'getImpact', ['200', '400', '401', '403', '404']],
  ['get', '/managements/visits', 'getVisits', ['200', '400', '401', '403', '404']],
  ['get', '/managements/visits/mails/{form}', 'getVisitMail', ['200', '400', '401', '403', '404']],
  ['put', '/managements/visits/mails/{form}', 'subscribeVisitMail', ['200', '400', '401', '403', '404']],
  ['delete', '/managements/visits/mails/{form}', 'unsubscribeVisitMail', ['200', '400', '401', '403', '404']],
  ['post', '/managements/visits/address', 'confirmOwnAddress', ['200', '400', '401', '403']],
  ['post', '/managements/search', 'searchDashboard', ['200', '400', '401', '403']],
]

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1, and is served without an API key', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    expect(document.servers).toEqual([{ url: 'http://sportello.example/forms-service/rs/v2' }])
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      session: { type: 'http', scheme: 'bearer' },
    })
    expect(document.security).toEqual([{ apiKey: [] }])
  })

  test.each(OPERATIONS)('describes %s %s with parameters, a response and errors', (method, path, operationId, statuses) => {
    const operation = document.paths[path]?.[method]
    expect(operation?.operationId).toBe(operationId)
    expect(Object.keys(operation?.responses ?? {}).toSorted()).toEqual(statuses)
    for (const response of Object.values(operation?.responses ?? {})) {
      expect(response.description).not.toBe('')
      expect(Object.values(response.content ?? {})[0]?.schema).toBeTypeOf('object')
    }
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const inPath = operation?.parameters?.filter((parameter) => parameter.in === 'path') ?? []
    expect(inPath.map((parameter) => parameter.name)).toEqual(named)
    expect(inPath.every((parameter) => parameter.required === true)).toBe(true)
  })

  test('contains exactly the operations that this test lists, each with a unique id', () => {
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((operation) => operation.operationId))
    expect(ids.toSorted()).toEqual(OPERATIONS.map(([, , id]) => id).toSorted())
  })

  test('describes the submission of a form as multipart and its confirmation as JSON', () => {
    const methods = document.paths['/forms/{customerCode}']
    expect(Object.keys(methods?.post?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
    expect(Object.keys(methods?.put?.requestBody?.content ?? {})).toEqual(['application/json'])
  })

  test('contains the target of every reference', () => {
    const refs = new Set(refsOf(document))
    expect(refs.size).toBeGreaterThan(0)
    expect([...refs].filter((ref) => resolve(ref) === undefined)).toEqual([])
  })
})
