/**
 * Returns one URL for each host that the URL of a database names, as libpq's do: `postgres://user@one:5432,two:5432/name`.
 * Undefined if it names no host.
 */
export function urlsOfHosts(url: string): string[] | undefined {
  const [, before, hosts, after = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^@/?#]+)(.*)$/i.exec(url) ?? []
  return hosts?.split(',').map((host) => `${before}${host}${after}`)
}

/** Splits a list of URLs of PostgreSQL with spaces or commas between them, and returns one URL for each host. */
export const replicasOf = (list: string) =>
  list
    .split(/[\s,]+(?=postgres(?:ql)?:)/i)
    .map((each) => each.trim())
    .flatMap((each) => urlsOfHosts(each) ?? [each])

/**
 * Parses the virus scanner's URL, `CLAMD_URL`. Returns either a host and port or the path of a Unix socket; undefined
 * if
 * the URL is invalid.
 */
export function clamdAddress(url: string): { host: string; port: number } | { path: string } | undefined {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(url)?.[1]
  if (path !== undefined) return { path }
  const [, host, port] = /^tcp:\/\/(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})\/?$/i.exec(url) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Address and credentials of a bucket in an S3-compatible object store. */
export interface ObjectStorage {
  endpoint: string
  region: string
  bucket: string
  /** Text with which the names of all objects in the S3 bucket begin. Either empty or ending with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Parses an `S3_URL`: `https://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION]`; undefined if the URL is
 * invalid.
 */
export function objectStorageAt(url: string): ObjectStorage | undefined {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hash !== '') return undefined
  const [, bucket, folder = ''] = /^\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.-]+)*)\/?$/.exec(parsed.pathname) ?? []
  const [accessKeyId, secretAccessKey] = [parsed.username, parsed.password].map(decoded)
  if (bucket === undefined || !accessKeyId || !secretAccessKey) return undefined
  if ([...parsed.searchParams.keys()].some((name) => name !== 'region')) return undefined
  const prefix = folder === '' ? '' : `${folder.slice(1)}/`
  return { endpoint: parsed.origin, region: parsed.searchParams.get('region') || 'us-east-1', bucket, prefix, accessKeyId, secretAccessKey }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
