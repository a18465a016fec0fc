/**
 * For each alert: the series that make it fire after two hours, the same series while all is well, the summary, and the
 * labels that the alert has besides the job. A series has one value per minute, in promtool's notation.
 */
export const CASES: Record<string, [firing: Record<string, string>, quiet: Record<string, string>, summary: string, labels?: Record<string, string>]> = {
  SportelloProcessDown: [{ 'up@a': '1x115 0x10', 'up@b': '1x200' }, { 'up@a': '1x200' }, 'The process a does not answer', { instance: 'a' }],
  SportelloDown: [{ 'up@a': '0x200', 'up@b': '0x200' }, { 'up@a': '0x200', 'up@b': '1x200' }, 'No process of sportello answers'],
  SportelloDatabaseDown: [
    { 'sportello_database_up@a': '0x200', 'sportello_database_up@b': '0x200' },
    { 'sportello_database_up@a': '0x200', 'sportello_database_up@b': '1x200' },
    'No process of sportello can read the state of the deployment from its database',
  ],
  SportelloReplicaUnused: [
    { 'sportello_replica_up{server="db2:5432"}@a': '0x200', 'sportello_replica_up{server="db2:5432"}@b': '0x200' },
    { 'sportello_replica_up{server="db2:5432"}@a': '0x200', 'sportello_replica_up{server="db2:5432"}@b': '1x200' },
    'No process of sportello uses the database replica db2:5432',
    { server: 'db2:5432' },
  ],
  SportelloSubmissionsFail: [
    { 'sportello_http_request_seconds_count{method="POST",route="/forms-service/rs/v2/forms/:customerCode",status="503"}@a': '0x100 5x100' },
    { 'sportello_http_request_seconds_count{method="POST",route="/forms-service/rs/v2/forms/:customerCode",status="422"}@a': '0x100 5x100' },
    'sportello could not store submissions in the last half hour',
  ],
  SportelloErrors: [
    // Health checks would hide the errors of an office with few calls.
    {
      'sportello_http_request_seconds_count{route="/*",status="200"}@a': '0+97x200',
      'sportello_http_request_seconds_count{route="/*",status="500"}@a': '0+3x200',
      'sportello_http_request_seconds_count{route="/health/ready",status="200"}@a': '0+900x200',
    },
    {
      'sportello_http_request_seconds_count{route="/*",status="200"}@a': '0+99x200',
      'sportello_http_request_seconds_count{route="/*",status="500"}@a': '0+1x200',
      'sportello_http_request_seconds_count{route="/health/ready",status="503"}@a': '0+900x200',
    },
    'sportello cannot answer 50m calls a second, more than 2 % of all',
  ],
  SportelloSlow: [
    {
      'sportello_http_request_seconds_bucket{route="/*",le="1"}@a': '0+94x200',
      'sportello_http_request_seconds_bucket{route="/*",le="5"}@a': '0+100x200',
      'sportello_http_request_seconds_bucket{route="/*",le="+Inf"}@a': '0+100x200',
    },
    {
      'sportello_http_request_seconds_bucket{route="/*",le="1"}@a': '0+96x200',
      'sportello_http_request_seconds_bucket{route="/*",le="5"}@a': '0+100x200',
      'sportello_http_request_seconds_bucket{route="/*",le="+Inf"}@a': '0+100x200',
      // An event stream lasts as long as its editor is open.
      'sportello_http_request_seconds_bucket{route="/forms-service/rs/v2/managements/definitions/:code_tag/draft/events",le="+Inf"}@a': '0+100x200',
    },
    'One call of sportello in 20 takes longer than a second',
  ],
  SportelloNoWorkers: [
    { 'sportello_workers@a': '0x200', 'sportello_workers@b': '0x200' },
    { 'sportello_workers@a': '0x200', 'sportello_workers@b': '2x200' },
    'No process of sportello runs jobs: no mail is sent and no ticket is opened',
  ],
  SportelloJobsLate: [
    { 'sportello_job_delay_seconds@a': '360x200' },
    { 'sportello_job_delay_seconds@a': '200x200' },
    'The oldest job of sportello is due since 6m 0s',
  ],
  SportelloJobsGivenUp: [
    { 'sportello_jobs_given_up@a': '3x100 4x100' },
    { 'sportello_jobs_given_up@a': '3x30 4x170' },
    'sportello has given up a job in the last hour',
  ],
  SportelloMailsFail: [
    { 'sportello_mails_retrying@a': '30x105 41x100' },
    // A process that starts does not know the figures of the last half hour.
    { 'sportello_mails_retrying@a': '30x105 40x100', 'sportello_mails_retrying@b': '_x110 40x50' },
    'More than ten mails of sportello could not be sent in the last half hour',
  ],
  SportelloMailsGivenUp: [
    // The database did not answer in between.
    { 'sportello_mails_failed@a': '7x90 _x10 8x100' },
    { 'sportello_mails_failed@a': '_x90 7x100' },
    'sportello has given up a mail in the last hour',
  ],
  SportelloRequestsFail: [
    { 'sportello_requests_failed@a': '0x100 1x100' },
    { 'sportello_requests_failed@a': '1x200' },
    'A request of sportello, or one of its deliveries, has failed in the last hour',
  ],
  SportelloDiskFull: [
    { 'sportello_storage_free_bytes@a': '1073741824x200', 'sportello_storage_bytes@a': '21474836480x200' },
    { 'sportello_storage_free_bytes@a': '1073741824x200', 'sportello_storage_bytes@a': '2147483648x200' },
    'The disk of a has 1GiB left',
    { instance: 'a' },
  ],
  SportelloObjectStorageDown: [
    { 'sportello_object_storage_up@a': '0x200' },
    { 'sportello_object_storage_up@a': '1x200' },
    'No process of sportello reaches the object storage: requests with files are rejected',
  ],
  SportelloVirusScannerDown: [
    { 'sportello_virus_scanner_up@a': '0x200' },
    { 'sportello_virus_scanner_up@a': '1x200' },
    'No process of sportello reaches the virus scanner: requests with files are rejected',
  ],
  SportelloVirusSignaturesOld: [
    { 'sportello_virus_signatures_seconds@a': '345600x200' },
    { 'sportello_virus_signatures_seconds@a': '86400x200' },
    'The virus signatures of sportello are 4d 0h 0m 0s old',
  ],
  SportelloInfectedFiles: [
    { 'sportello_infected_files@a': '2x100 3x100' },
    { 'sportello_infected_files@a': '3x200' },
    'Malware was found in stored files of sportello in the last hour',
  ],
  SportelloEventLoopBlocked: [
    { 'nodejs_eventloop_lag_p99_seconds@a': '0.75x200' },
    { 'nodejs_eventloop_lag_p99_seconds@a': '0.1x200' },
    'The process a is overloaded: calls wait 750ms',
    { instance: 'a' },
  ],
  SportelloVisitsNotStored: [
    { 'sportello_visit_store_failures_total@a': '0x90 0+30x110', 'sportello_visit_store_failures_total@b': '0x200' },
    // The database was away for eight minutes.
    { 'sportello_visit_store_failures_total@a': '0x105 0+30x8 240x90' },
    'The process a has not been able to store counts of visits for a quarter of an hour',
    { instance: 'a' },
  ],
  SportelloProbeFails: [
    { 'sportello_probe_success{url="u"}@a': '1x100 0x100', 'sportello_probe_success{url="v"}@a': '1x200' },
    // One walk of those every five minutes failed.
    { 'sportello_probe_success{url="u"}@a': '1x112 0x5 1x100' },
    'A visitor cannot use the form u',
    { instance: 'a', url: 'u' },
  ],
  SportelloProbeMissing: [
    // The machine that checks has been gone for an hour.
    { 'sportello_probe_timestamp_seconds{url="u"}@a': '3000x60 _x140' },
    { 'sportello_probe_timestamp_seconds{url="u"}@a': '7000x200' },
    'The form u was last checked 1h 10m 0s ago',
    { instance: 'a', url: 'u' },
  ],
}
