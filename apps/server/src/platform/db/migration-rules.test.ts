import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * Matches the names of the database tables that grow with the number of requests. In a large deployment, a migration
 * that scans or rewrites such a table would block other statements.
 */
const LARGE =
  'requests|answers|attachments|mails|deliveries|verification_codes|idempotency_keys|sessions|audit_lines|mapping_logs|tax_codes|survey_people|request_fingerprints|captcha_solutions|captcha_senders|tokens|accounts|definition_versions|graphile_worker\\._private_jobs'

interface Rule {
  refuses: RegExp
  why: string
  /** Example statements that the rule for migrations must reject. */
  samples: string[]
}

const RULES: Rule[] = [
  {
    refuses: new RegExp(`create (?:unique )?index (?!concurrently)\\S[^;]*? on (?:${LARGE})\\b`, 'i'),
    why: 'an index of a large table is created concurrently, since without it nobody can write until it is made',
    samples: ['create index x on requests (state)', 'create unique index x on mails (id)'],
  },
  {
    refuses: /create (?:unique )?index concurrently (?!if not exists)/i,
    why: 'a concurrent index may be left half-built and is then made again: it needs IF NOT EXISTS',
    samples: ['create index concurrently x on requests (state)'],
  },
  {
    refuses: new RegExp(`alter table (?:${LARGE})\\b[^;]*?add constraint(?![^;]*?(?:not valid|using index))`, 'i'),
    why: 'a constraint is added NOT VALID and validated by a later file, since checking all rows holds the table',
    samples: ["alter table requests add constraint c check (state <> '')"],
  },
  {
    refuses: new RegExp(`alter table (?:${LARGE})\\b[^;]*?generated always as`, 'i'),
    why: 'a stored column rewrites the table; add a plain column and fill it in batches',
    samples: ['alter table mails add column k text generated always as (lower(recipient)) stored'],
  },
  {
    refuses: new RegExp(`alter table (?:${LARGE})\\b[^;]*?default (?:uuidv7|gen_random_uuid|clock_timestamp|random|nextval)`, 'i'),
    why: 'a default that differs from row to row rewrites the table',
    samples: ['alter table requests add column n uuid default uuidv7()'],
  },
  {
    refuses: new RegExp(`alter table (?:${LARGE})\\b[^;]*?(?:type|set data type) `, 'i'),
    why: 'another type rewrites the table',
    samples: ['alter table requests alter column otp type varchar(9)'],
  },
  {
    refuses: new RegExp(`alter table (?:${LARGE})\\b[^;]*?set not null`, 'i'),
    why: 'NOT NULL reads the whole table; add a check NOT VALID, and validate it',
    samples: ['alter table requests alter column email set not null'],
  },
  {
    refuses: new RegExp(`^(?!-- batches)(?:[\\s\\S]*\\n)?\\s*(?:update|delete from|insert into) (?:${LARGE})\\b`, 'i'),
    why: 'rows of a large table are changed in batches (first line: -- batches)',
    samples: ["-- why\nupdate requests set otp = ''", 'delete from audit_lines'],
  },
  {
    refuses: /^-- batches(?![\s\S]*\blimit \d+)/i,
    why: 'a batch has a limit',
    samples: ['-- batches\nupdate requests set otp = null'],
  },
  {
    refuses: /\b(?:vacuum full|cluster|reindex (?!.*concurrently))\b/i,
    why: 'it holds a table',
    samples: ['vacuum full requests', 'reindex table mails'],
  },
  {
    refuses: /^(?![\s\S]*'lock_timeout'[\s\S]*\block table\b)[\s\S]*\block table\b/i,
    why: 'tables are locked only with a limit of the file’s own for the wait (lock_timeout), since everybody waits behind it',
    samples: ['lock table requests', "lock table requests;\nselect set_config('lock_timeout', '1s', true)"],
  },
  {
    refuses: /^(?!-- concurrently)[\s\S]*\bconcurrently\b/i,
    why: 'what is done concurrently cannot be in a transaction (first line: -- concurrently)',
    samples: ['-- why\ncreate index concurrently if not exists x on requests (state)'],
  },
]

/**
 * The number of the first migration file to which the rules apply. Older files are exempt, because merged migrations
 * are never changed.
 */
const FIRST = '0038'
const FOLDER = new URL('./migrations/', import.meta.url)
const files = readdirSync(FOLDER).filter((file) => file >= FIRST)
/**
 * Removes all statements on tables that the migration file itself creates. Nobody uses a new table yet, so these
 * statements cannot block others.
 */
const withoutNewTables = (text: string) =>
  [...text.matchAll(/create table (\w+)/gi)].reduce(
    (left, [, table]) => left.replace(new RegExp(`[^;]*\\b(?:on|table|into) ${table}\\b[^;]*;`, 'gi'), ''),
    text,
  )

/** Removes the bodies of functions, whose statements the migration does not run. The statements of a DO block stay. */
const withoutFunctionBodies = (text: string) => text.replaceAll(/(create (?:or replace )?function\b[^;]*?\bas )(\$\w*\$)[\s\S]*?\2/gi, '$1$2$2')

describe('a rule for migration files', () => {
  test('is tested with more than three migration files', () => expect(files.length).toBeGreaterThan(3))

  test.each(files)('finds no statement in %s that would block a large deployment', (file) => {
    const text = withoutFunctionBodies(withoutNewTables(readFileSync(new URL(file, FOLDER), 'utf8')))
    expect(RULES.filter(({ refuses }) => refuses.test(text)).map(({ why }) => why)).toEqual([])
  })

  test('applies to a DO block, but not to the body of a function', () => {
    const changed = (head: string) => withoutFunctionBodies(`-- why\n${head} $$ begin\n  update mails set state = 'x';\nend $$;\nupdate later set a = 1`)
    expect(changed('create or replace function f(a int) returns int language plpgsql as')).not.toContain('mails')
    expect(changed('create or replace function f(a int) returns int language plpgsql as')).toContain('update later')
    expect(changed('do')).toContain('update mails')
  })

  test.each(RULES.flatMap(({ samples, why, refuses }) => samples.map((sample) => ({ sample, why, refuses }))))(
    'rejects the statement “$sample”: $why',
    (row) => {
      expect(row.refuses.test(row.sample)).toBe(true)
    },
  )
})
