import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codes, REFUSED, startPasskeyCase } from '../../../test/passkey-case.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { passkeySiteOf } from './passkey-site.ts'

let on: Awaited<ReturnType<typeof startPasskeyCase>>
beforeAll(async () => {
  on = await startPasskeyCase()
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await rowsOf(on.server, "delete from operators where username <> 'operator'")
  await rowsOf(on.server, 'delete from operator_failed_sign_ins')
})

test('of 16 parallel sign-ins with the same passkey challenge, only one succeeds', async () => {
  const { device } = await on.operatorWithPasskey('anna')
  for (let round = 0; round < 5; round++) {
    const asked = await on.signInOptions()
    const answers = Array.from({ length: 8 }, () => device.use(asked))
    const statuses = await Promise.all([...answers, ...answers].map(async (answer) => (await on.signIn(answer)).status))
    await rowsOf(on.server, 'delete from operator_failed_sign_ins')
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  }
})

test('of two parallel passkey sign-ins with the same signature counter, only one succeeds', async () => {
  const { device } = await on.operatorWithPasskey('anna')
  for (let round = 2; round < 7; round++) {
    const answers = [device.use(await on.signInOptions(), { counter: round }), device.use(await on.signInOptions(), { counter: round })]
    expect((await Promise.all(answers.map(async (answer) => (await on.signIn(answer)).status))).sort()).toEqual([200, 401])
  }
})

test('the passkey sign-in is rejected after ten failures per operator in 15 minutes', async () => {
  const { device } = await on.operatorWithPasskey('anna')
  const { device: other } = await on.operatorWithPasskey('bruno')
  for (let tries = 0; tries < 10; tries++) expect(codes(await on.signIn(device.use(await on.signInOptions(), { isVerified: false })))).toEqual(REFUSED)
  expect(codes(await on.signIn(device.use(await on.signInOptions())))).toEqual([429, 'forms0045'])
  expect((await on.signIn(other.use(await on.signInOptions()))).status).toBe(200)
})

test.each([
  ['https://sportello.example', { rpId: 'sportello.example', origin: 'https://sportello.example' }],
  ['https://sportello.example:8443/below', { rpId: 'sportello.example', origin: 'https://sportello.example:8443' }],
  ['http://localhost:8080', { rpId: 'localhost', origin: 'http://localhost:8080' }],
  ['http://sportello.example', null],
  ['http://127.0.0.1:8080', null],
  ['https://192.0.2.1', null],
  ['https://[::1]', null],
])('passkeySiteOf for the public URL %s returns %j', (publicUrl, site) => {
  expect(passkeySiteOf({ publicUrl })).toEqual(site)
})

test('a deployment at whose URL browsers allow no passkeys rejects requests for passkey options', async () => {
  const elsewhere = await startTestServer({ env: { PUBLIC_URL: 'http://127.0.0.1:8080' } })
  try {
    const ask = (path: string, bearer?: string) =>
      elsewhere.call('POST', `/managements${path}`, {
        body: '{}',
        headers: { 'content-type': 'application/json', ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) },
      })
    expect(codes(await ask('/sign-in/passkey/options'))).toEqual(REFUSED)
    expect(codes(await ask('/account/passkeys/options', await openOperatorSession(elsewhere.database, 'operator')))).toEqual([400, 'forms_mgmt0001'])
  } finally {
    await elsewhere.close()
  }
})
