import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { surveyBundle } from '../../../test/survey-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let rendered = 0
beforeAll(async () => {
  server = await startTestServer({
    // A fake page renderer. Its page contains the data from which the page was rendered, so that the test can read this
    // data.
    async render({ url, api }) {
      const customer = await api.getCustomer(url.split('/')[1] ?? '')
      if (customer.data?.metadata?.survey_compiled === true && !url.endsWith('/surveyCompiled')) return { redirect: '/survey/surveyCompiled' }
      return { status: 200, html: `page ${++rendered} ${JSON.stringify(customer.data?.metadata)}`, cacheable: true }
    },
  })
  await server.load(surveyBundle())
  await server.load(surveyBundle({ code: 'again', params: { survey_no_recompile: false } }))
})
afterAll(() => server.close())

async function open(path: string, cookie = '') {
  const response = await fetch(server.url + path, { headers: { cookie, 'accept-encoding': 'identity' }, redirect: 'manual' })
  return {
    status: response.status,
    text: await response.text(),
    location: response.headers.get('location'),
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
    control: response.headers.get('cache-control'),
  }
}

async function sends(cookie: string | undefined): Promise<void> {
  const form = new FormData()
  form.append('code_tag', 'third')
  form.append('form_fields', '{"a":"x"}')
  expect((await server.call('POST', '/forms/survey', { body: form, headers: { cookie: cookie ?? '' } })).status).toBe(201)
}

test('visitors who have not answered a survey share its cached page, but each visitor gets a separate cookie', async () => {
  // Waits until the server has received the notification of the import, which invalidates all cached pages.
  const [one, other] = await vi.waitFor(async () => {
    const pair = [await open('/survey'), await open('/survey')] as const
    expect(pair[1].text).toBe(pair[0].text)
    return pair
  })
  expect(one.text).toContain('{"survey_compiled":false}')
  expect(one.cookie).toMatch(/^survey_survey\.survey-questions=/)
  expect(other.cookie).not.toBe(one.cookie)
  expect(other.control).toBe('no-store')
  expect((await open('/survey', one.cookie)).cookie).toBeUndefined()
})

test('a visitor who has answered a survey is redirected to surveyCompiled, and the cached page for other visitors does not change', async () => {
  const [person, stranger] = [await open('/survey/open/first'), await open('/survey')]
  await sends(person.cookie)
  for (const path of ['/survey', '/survey/open/first', '/survey/open/second']) {
    expect(await open(path, person.cookie)).toMatchObject({ status: 302, location: '/survey/surveyCompiled' })
    expect((await open(path, stranger.cookie)).text).toContain('{"survey_compiled":false}')
  }
  expect((await open('/survey/surveyCompiled', person.cookie)).text).toContain('{"survey_compiled":true}')
  const after = await open('/survey/surveyCompiled')
  expect(after.text).toContain('{"survey_compiled":false}')
  // Checks that a visitor who has answered the survey does not get the cached page.
  expect((await open('/survey/surveyCompiled', person.cookie)).text).toContain('{"survey_compiled":true}')
})

test('a survey that a person may answer repeatedly sets no cookie', async () => {
  expect(await open('/again')).toMatchObject({ status: 200, text: expect.stringContaining('null'), cookie: undefined })
})

test('a survey page is served from the cache if the database is unavailable', async () => {
  const { cookie, text } = await open('/survey')
  const pool = server.database.kysely
  const transaction = pool.transaction.bind(pool)
  pool.transaction = () => {
    throw new Error('away')
  }
  try {
    expect((await open('/survey', cookie)).text).toBe(text)
  } finally {
    pool.transaction = transaction
  }
})
