// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the changes quote source code
const S = 'apps/server/src'
const NOTICES = `${S}/requests/state-mails/notices.ts`
const DUE = `${S}/surfaces/follow-up/due-notices.ts`
const JOB = `${S}/surfaces/follow-up/mail-changes.ts`
const RULES = ['surfaces/follow-up/state-mails.test.ts']
const HOSTILE = ['surfaces/follow-up/hostile-state-mails.test.ts']
const WORK = ['surfaces/follow-up/state-mails-job.test.ts']

export default [
  {
    what: 'changes made while the mails are off are mailed later',
    file: NOTICES,
    from: 'where not k.is_mailed and',
    to: 'where false and',
    tests: HOSTILE,
  },
  {
    what: 'a notice is written for requests without a mailbox',
    file: NOTICES,
    from: "r.email_key <> '' and r.email_key <> ${SURVEY_EMAIL}",
    to: "coalesce(r.email_key, 'x') is not null",
    tests: HOSTILE,
  },
  {
    what: 'a mail that lists an erased request stays',
    file: NOTICES,
    from: "m.id = gone.mail_id and m.request_id is null and (m.state <> 'queued' or m.text_body is not null)",
    to: 'm.id = gone.mail_id and false',
    tests: HOSTILE,
  },
  {
    what: 'a withdrawn request is in the mail that was queued before',
    file: `${S}/requests/state-mails/queries.ts`,
    from: " and r.state = 'processed'",
    to: '',
    tests: HOSTILE,
  },
  {
    what: 'a queued mail is sent after the form has switched the mails off',
    file: `${S}/delivery/mail/state-mail.ts`,
    from: '  if (!mailedChanges(customer.params)) return null\n',
    to: '  mailedChanges(customer.params)\n',
    tests: HOSTILE,
  },
  {
    what: 'a mailbox gets a mail for each change',
    file: DUE,
    from: 'greatest(max(mailed_at) + make_interval(secs => ${everyHours * 3_600}::float8),',
    to: 'greatest(max(mailed_at) + make_interval(secs => ${everyHours * 0}::float8),',
    tests: RULES,
  },
  {
    what: 'a request that is not processed is mailed',
    file: JOB,
    from: "    if (notice.state !== 'processed') return []\n",
    to: '',
    tests: HOSTILE,
  },
  {
    what: 'a mailbox that nobody has confirmed gets any number of mails',
    file: JOB,
    from: 'mails.filter(({ isConfirmed }) => !isConfirmed)',
    to: 'mails.filter(({ isConfirmed }) => isConfirmed && !isConfirmed)',
    tests: WORK,
  },
  {
    what: 'a slip that was undone is mailed',
    file: `${S}/surfaces/follow-up/told-changes.ts`,
    from: '  if (signatureOf(first, isNaming) === signatureOf(now, isNaming)) return []\n',
    to: '  signatureOf(first, isNaming)\n',
    tests: RULES,
  },
  {
    what: 'a mail names states that the page does not name',
    file: `${S}/surfaces/follow-up/told-changes.ts`,
    from: "const isNaming = isNamed && mode === 'states'",
    to: "const isNaming = (isNamed || !isNamed) && mode === 'states'",
    tests: RULES,
  },
]
