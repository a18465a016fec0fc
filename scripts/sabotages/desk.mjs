// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the changes quote source code
const S = 'apps/server/src'
const DESK = `${S}/surfaces/managed-requests/managed-desk.ts`
const FEED = `${S}/surfaces/managed-requests/desk-feed.ts`
const LIVE = ['surfaces/managed-requests/managed-desk-events.test.ts']
const ROLES = ['surfaces/managed-requests/desk-roles.test.ts']
const WORK = ['surfaces/managed-requests/managed-desk.test.ts']

export default [
  {
    what: 'two operators overwrite each other’s changes of a request',
    file: DESK,
    from: '      requireVersion(request, String(current.version))\n',
    to: '',
    tests: WORK,
  },
  {
    what: 'a request is assigned to somebody who may not read it',
    file: DESK,
    from: 'if (assignee && assignee !== current.assignee',
    to: 'if (!assignee && assignee !== current.assignee && assignee',
    tests: WORK,
  },
  {
    what: 'a request gets a state that its form does not have',
    file: DESK,
    from: "if (!deskStates(params.desk_states).includes(state)) return 'state'",
    to: 'deskStates(params.desk_states)',
    tests: WORK,
  },
  {
    what: 'operators’ notes are stored in plain text',
    file: DESK,
    from: 'text: stored(held, noteContext(customer_code, id), text)',
    to: 'text',
    tests: WORK,
  },
  {
    what: 'the worker leaves old notes in plain text',
    file: `${S}/surfaces/jobs/worker.ts`,
    from: '      await encryptPlainNotes(services)\n',
    to: '      encryptPlainNotes.toString()\n',
    tests: WORK,
  },
  {
    what: 'the audit log contains the texts of labels',
    file: DESK,
    from: 'Array.isArray(value) ? value.length : value',
    to: 'value',
    tests: WORK,
  },
  {
    what: 'requests of forms with a destination come to the desk',
    file: `${S}/delivery/destinations/open-ticket.ts`,
    from: '  if (destinations.length === 0) {\n    await openCase(db, request)\n',
    to: '  await openCase(db, request)\n  if (destinations.length === 0) {\n',
    tests: ['delivery/destinations/worker-deliveries.test.ts'],
  },
  {
    what: 'operators learn of other customers’ requests from the desk’s events',
    file: FEED,
    from: 'if (customers !== null && !customers.includes(customer_code)) return false',
    to: 'if (customers?.length === 0 && customer_code) return false',
    tests: LIVE,
  },
  {
    what: 'a change whose transaction commits late is never told',
    file: FEED,
    from: 'const OVERLAP_SECONDS = 10\n',
    to: 'const OVERLAP_SECONDS = 1\n',
    tests: LIVE,
  },
  {
    what: 'the desk’s events go on after the end of the session',
    file: FEED,
    from: 'if (!operator || !isAllowed(operator.role, this.#needed)) follower.end()\n      else follower.operator = operator',
    to: 'if (operator) follower.operator = operator',
    tests: LIVE,
  },
  {
    what: 'an operator opens any number of the desk’s event streams',
    file: `${S}/surfaces/managed-requests/managed-desk-events.ts`,
    from: ' || feed.count(operator.username) >= MAX_STREAMS_OF_OPERATOR',
    to: '',
    tests: LIVE,
  },
  {
    what: 'a list that follows the desk keeps an absent operator’s session open',
    file: `${S}/management/operator-session.ts`,
    from: " || request.headers['x-background'] !== undefined",
    to: '',
    tests: LIVE,
  },
  {
    what: 'an agent reads other agents’ requests of the desk',
    file: `${S}/surfaces/managed-requests/agent-reach.ts`,
    from: 'return desk !== undefined && isSeen(operator, desk.assignee)',
    to: 'return desk !== undefined',
    tests: ROLES,
  },
  {
    what: 'the list shows an agent all requests of the desk',
    file: `${S}/surfaces/managed-requests/managed-queries.ts`,
    from: '    ...(agent ? [sql<boolean>`(d.assignee is null or d.assignee = ${agent})`] : []),\n',
    to: '',
    tests: ROLES,
  },
  {
    what: 'two agents of the desk take the same request',
    file: DESK,
    from: "if (!isSeen(operator, current.assignee)) throw apiError('http_not_found')",
    to: '',
    tests: ROLES,
  },
]
