import { type AuthoringRole, type DeskRole, type OfficeRole, OPERATOR_ROLES, type OperatorRole } from '@sportello/contract'
import { type Endpoint, endpoints } from '@sportello/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes, startManagementCase } from '../../../test/management-case.ts'

/**
 * For each of the operators' endpoints: the lowest role among operators, authors and the people of the desk that may call it. The endpoints declare the same roles themselves. A change of an endpoint must therefore also decide
 * here.
 */
const TABLE: Readonly<Record<string, `${OfficeRole}${'' | ` ${AuthoringRole}`}${'' | ` ${DeskRole}`}`>> = {
  getAccount: 'viewer translator agent',
  leave: 'viewer translator agent',
  listSessions: 'viewer translator agent',
  endSession: 'viewer translator agent',
  endOtherSessions: 'viewer translator agent',
  changeOwnPassword: 'viewer translator agent',
  setUpAuthenticator: 'viewer translator agent',
  confirmAuthenticator: 'viewer translator agent',
  removeAuthenticator: 'viewer translator agent',
  listPasskeys: 'viewer translator agent',
  beginPasskey: 'viewer translator agent',
  addPasskey: 'viewer translator agent',
  deletePasskey: 'viewer translator agent',
  listSystemSettings: 'viewer translator agent',
  countRetention: 'operator',
  addSystemSetting: 'operator',
  editSystemSetting: 'operator',
  deleteSystemSetting: 'operator',
  listForms: 'viewer author',
  getForm: 'viewer author',
  addForm: 'operator',
  editForm: 'operator',
  deleteForm: 'operator',
  listTagForms: 'viewer author',
  checkAnswerCss: 'viewer',
  listAssets: 'viewer',
  getAssetTexts: 'viewer',
  addAsset: 'operator',
  replaceAsset: 'operator',
  deleteAsset: 'operator',
  listAccounts: 'viewer',
  addAccount: 'operator',
  editAccount: 'operator',
  deleteAccount: 'operator',
  startRecovery: 'operator',
  importAccounts: 'operator',
  listTokens: 'viewer',
  makeTokens: 'operator',
  revokeToken: 'operator',
  deleteToken: 'operator',
  importTokens: 'operator',
  listLinks: 'viewer',
  makeLinks: 'operator',
  revokeLink: 'operator',
  listCredentials: 'viewer',
  makeCredential: 'operator',
  revokeCredential: 'operator',
  listMappings: 'viewer author',
  addMapping: 'operator',
  deleteMapping: 'operator',
  readMappingLog: 'viewer',
  makeSsoMessage: 'operator',
  listOperators: 'owner',
  addOperator: 'owner',
  editOperator: 'owner',
  deleteOperator: 'owner',
  inviteOperator: 'owner',
  readAudit: 'operator',
  listRequests: 'viewer agent',
  getRequest: 'viewer agent',
  actOnRequest: 'operator',
  listDuplicates: 'operator supervisor',
  mergeRequest: 'operator supervisor',
  splitRequest: 'operator supervisor',
  listViews: 'viewer agent',
  addView: 'viewer agent',
  editView: 'viewer agent',
  deleteView: 'viewer agent',
  changeDesk: 'operator agent',
  addNote: 'operator agent',
  askRequester: 'operator agent',
  markMessagesRead: 'operator agent',
  changeDeskBatch: 'operator agent',
  followDesk: 'viewer agent',
  getDeskFigures: 'viewer supervisor',
  getDeskChoices: 'viewer agent',
  getAttachment: 'viewer agent',
  exportRequests: 'operator',
  previewExport: 'operator',
  findPersonalData: 'operator',
  erasePersonalData: 'owner',
  listTemplates: 'viewer translator',
  putTemplate: 'operator',
  deleteTemplate: 'operator',
  previewTemplate: 'viewer',
  testTemplate: 'operator',
  listManagedMails: 'viewer',
  getManagedMail: 'viewer',
  sendMailAgain: 'operator',
  listDeliveries: 'viewer',
  sendDeliveryAgain: 'operator',
  testDestination: 'operator',
  dryRunDestination: 'operator author',
  getDeploymentHealth: 'viewer',
  getAttention: 'viewer',
  getHome: 'viewer',
  getImpact: 'operator publisher',
  getVisits: 'viewer author',
  getVisitMail: 'viewer author',
  subscribeVisitMail: 'viewer author',
  unsubscribeVisitMail: 'viewer author',
  confirmOwnAddress: 'viewer author',
  searchDashboard: 'viewer translator',
  listServices: 'viewer translator',
  tryService: 'operator author',
  listStartingForms: 'viewer author',
  getStartingForm: 'viewer author',
  listDefinitions: 'viewer translator',
  getDefinition: 'viewer translator',
  getDefinitionSchema: 'viewer translator',
  putDefinitionDraft: 'operator author',
  publishDefinition: 'operator publisher',
  discardDefinitionDraft: 'operator publisher',
  listDefinitionVersions: 'viewer translator',
  rollBackDefinition: 'operator publisher',
  makePreview: 'viewer translator',
  changePreview: 'viewer translator',
  listReviewLinks: 'operator author',
  makeReviewLink: 'operator author',
  revokeReviewLink: 'operator author',
  listStepComments: 'viewer translator',
  addStepComment: 'operator translator',
  resolveStepComment: 'operator author',
  deleteStepComment: 'operator translator',
  checkDefinition: 'viewer translator',
  getSurroundings: 'viewer translator',
  getDraft: 'viewer translator',
  changeDraft: 'operator translator',
  listDraftChanges: 'viewer translator',
  followDraft: 'viewer translator',
  walkDefinition: 'viewer translator',
  exportTranslations: 'viewer translator',
  compareTranslations: 'viewer translator',
  importTranslations: 'operator translator',
  recallTranslations: 'viewer translator',
  translateByMachine: 'operator translator',
  getMachineTranslation: 'viewer translator',
  listFormTests: 'viewer translator',
  recordFormTest: 'operator author',
  changeFormTest: 'operator author',
  deleteFormTest: 'operator author',
  listPublications: 'viewer translator',
  askPublication: 'operator author',
  judgePublication: 'operator publisher',
  withdrawPublication: 'operator author',
  compareVersions: 'viewer translator',
  announcePresence: 'viewer translator',
  importManagedBundle: 'owner',
  exportManagedBundle: 'owner',
}

const ALLOWED: Readonly<Record<string, readonly OperatorRole[]>> = {
  viewer: ['viewer', 'operator', 'owner'],
  operator: ['operator', 'owner'],
  owner: ['owner'],
  translator: ['translator', 'author', 'publisher'],
  author: ['author', 'publisher'],
  publisher: ['publisher'],
  agent: ['agent', 'supervisor'],
  supervisor: ['supervisor'],
}

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

const MANAGED = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { role }]) => role !== undefined)

test('the table contains each of the operators’ endpoints, and no others', () => {
  expect(Object.keys(TABLE).sort()).toEqual(MANAGED.map(([name]) => name).sort())
})

// Tests the sign-out last, because it ends the session that the test uses.
test.each(MANAGED.toSorted(([one], [other]) => Number(one === 'leave') - Number(other === 'leave')))(
  '%s may be called exactly by the roles in the table',
  async (name, { method, path }) => {
    const allowed = (TABLE[name] ?? '').split(' ').flatMap((role) => ALLOWED[role] ?? [])
    const concrete = path
      .replace('/managements', '')
      .replaceAll('{page}', '1')
      .replaceAll(/\{\w+\}/g, 'x')
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    for (const as of OPERATOR_ROLES) {
      const answer = name === 'followDesk' ? await opened(concrete, as) : await on.call(method, concrete, { as, body })
      if (allowed.includes(as)) expect([as, answer.status]).not.toEqual([as, 403])
      else expect([as, ...codes(answer)]).toEqual([as, 403, 'forms0018'])
    }
  },
)

/** Opens an event stream that needs no parameters, and closes it. */
async function opened(path: string, as: OperatorRole) {
  const response = await fetch(`${on.server.url}/forms-service/rs/v2/managements${path}`, { headers: on.headersOf(as) })
  if (!response.ok) return { status: response.status, body: (await response.json()) as { errors: [] } }
  await response.body?.cancel()
  return { status: response.status, body: { errors: [] } }
}
