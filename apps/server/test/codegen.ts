const ROOT = new URL('../../../', import.meta.url).pathname

/**
 * Returns the arguments of kysely-codegen, which generates the TypeScript types of the database. With `--verify`, it
 * checks the generated types instead.
 */
export function codegenArguments(connection: { host: string; user: string; password: string; database: string }, ...more: string[]): string[] {
  const { host, user, password, database } = connection
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  return [
    `${ROOT}node_modules/kysely-codegen/dist/cli/bin.js`,
    '--dialect=postgres',
    `--url=${url}`,
    '--include-pattern=public.*',
    '--exclude-pattern=*kysely_*',
    '--type-mapping={"int8":"number"}',
    `--out-file=${ROOT}apps/server/src/platform/db/schema.ts`,
    ...more,
  ]
}
