/** How accurate the automatic analysis is, in English; docs/accuracy.md is made from these texts too. */
export const texts = {
  title: 'How accurate is the automatic analysis?',
  engine: 'Engine {{version}}.',
  renew: 'Analyse again',
  'renew.title': 'Cases analysed by an earlier engine',
  'renew.none': 'No case whose reading has not begun has figures of an earlier engine than {{version}}.',
  'renew.outdated_one':
    '{{number}} case whose reading has not begun has figures of an earlier engine than {{version}}.',
  'renew.outdated_other':
    '{{number}} cases whose reading has not begun have figures of an earlier engine than {{version}}.',
  'renew.waiting_one': '{{number}} is being analysed again, behind new recordings.',
  'renew.waiting_other': '{{number}} are being analysed again, behind new recordings.',
  lead: 'Each pair is sensitivity / positive predictivity in percent: of what the experts marked, how much was found; and of what was found, how much the experts had marked.',
  method: 'Method',
  limits: 'Limits',
  'method.recordings':
    'Recordings: public PhysioNet records (Goldberger et al., Circulation 2000), each run through the same engine that analyses a case, in chunks of 4,000 frames.',
  'method.beats':
    'Beats: beat by beat after ANSI/AAMI EC57. A beat is found when it lies within 150 ms of a reference beat; the first five minutes are not counted; ventricular flutter (record 207) is left out. V and S as the standard counts them: a fusion or unclassifiable beat called V is no fault.',
  'method.all-beats':
    'All detected beats count, also those in seconds called unusable, unless a column says “usable time”.',
  'method.af':
    'Fibrillation is counted per beat against the annotated rhythm; beats annotated as atrial flutter are counted for neither side.',
  'limits.in-sample':
    'Only the tables named “cross-validated”, “learned from one database” and “not learned from” say how the engine does on recordings that it has not seen: every record (or strip) there was judged by coefficients that never saw it. In all other tables the coefficients were learned from the same recordings.',
  'limits.sve':
    'Supraventricular beats are told much less surely than ventricular ones. On svdb, of patients that the engine had not seen, it found somewhat more than half of them, and of those that it called nearly four in ten were none; without the one record that holds a quarter of them all, an ectopic atrial rhythm taken for normal, it found three in four. In one record in ten F1 is below 0.3. Of supraventricular runs of three beats and more, two in five are found as such.',
  'limits.flutter':
    'Atrial flutter is not named: with regular conduction it reads as a regular rhythm, with changing conduction as atrial fibrillation. Ventricular flutter and coarse fibrillation are shown as “possible”; one patient (record 207) has them here, so how many are missed in others is not known. Fine fibrillation is not looked for.',
  'limits.fusion-paced':
    'Fusion beats are called only where very certain. Paced beats are recognised by the spike before a wide complex, where at least a tenth of the beats are paced and the spike is visible at 250 Hz; in such a recording they count as class Q in the tables.',
  'limits.length':
    'No recording longer than half an hour with a signal was available; longer ones are joins of these.',
  'table.unseen': 'Learned from one database, judged on the other: V and S',
  'table.trained_classes': 'Cross-validated by patient: V and S (mitdb and svdb)',
  'table.trained_false': 'Cross-validated: V and S called where there is none (cinc2017, nstdb)',
  'table.trained_runs': 'Cross-validated by patient: runs (mitdb and svdb, first lead)',
  'table.trained_certainty':
    'Cross-validated by patient: what certainty is worth (mitdb and svdb, first lead)',
  'table.trained_detector': 'Beat detection on patients not learned from (mitdb cross-validated, svdb)',
  'table.trained_motion': 'Cross-validated: beats under electrode motion (nstdb, first lead)',
  'table.trained_af': 'Cross-validated: atrial fibrillation from beat positions (afdb, ltafdb)',
  'table.trained_strips': 'Cross-validated: atrial fibrillation in strips (cinc2017)',
  'table.beats': 'Beats (mitdb)',
  'table.records': 'Beats, record by record (mitdb, first lead)',
  'table.motion': 'Beats under electrode motion (nstdb, first lead)',
  'table.af': 'Atrial fibrillation from beat positions (afdb)',
  'table.strips': 'Atrial fibrillation in strips (cinc2017)',
  'table.flutter': 'Ventricular flutter and fibrillation (first lead)',
  'table.waves': 'Bounds of P, QRS and T (ludb, lead II)',
  'note.unseen':
    'svdb judged by models learned from mitdb alone, mitdb by models learned from svdb alone: another hospital, other devices, other patients. Otherwise as the table above.',
  'note.trained_classes':
    '22 records of mitdb and 52 of the Supraventricular Arrhythmia Database (svdb, 128 Hz) in eight parts, each judged by models and thresholds of the other seven. A threshold is the one that comes nearest to what is aimed at: V 96 / 95 and S 80 / 70 on mitdb, V 90 / 90 and S 70 / 75 on svdb. In annotated fibrillation no beat is called S, as the engine calls none there. Also without the record that counts most, for V and for S each. Per record: median (10th percentile) of the F1 over records with at least ten such beats.',
  'note.trained_false':
    'Per 1,000 beats in usable time, in brackets how many beats. Strips of cinc2017 that the experts call normal rhythm, judged by models of other strips; record 118 under electrode motion, judged by models that were learned without it. Learned from were other records under the same noise, played backwards.',
  'note.trained_runs':
    'Run by run after EC57: couplets (2 beats), short runs (3 to 5) and long runs (6 and more). In brackets the number of reference runs and of runs found.',
  'note.trained_certainty':
    'Of the beats called N, S or V with a certainty between two bounds, percent that the experts call so too; in brackets how many there are. Certainties were learned from other patients. Normal beats in time and of the usual shape, which are most, are left out.',
  'note.trained_detector':
    '24 records of mitdb of half an hour, as they are and altered, each judged by a detector that was learned from the others; 52 records of svdb, from which no detector was learned. Beats missed and beats wrongly added.',
  'note.trained_motion':
    'Record 118 with added noise, judged by models that were learned without record 118; the noise itself was added to other records that they were learned from.',
  'note.trained_af':
    '12 records of afdb and 56 days of ltafdb (ventricular beats left out) in six parts, each judged by a model that was learned from the others. From beat positions alone: what P waves say against fibrillation is not used here.',
  'note.trained_strips': '1,100 strips in ten parts, atrial fibrillation against normal and other rhythms.',
  'note.beats': '24 records of half an hour, as they are and altered.',
  'note.records': '“Not usable” is the share of the recording that was called noisy, flat or without signal.',
  'note.motion':
    'Two minutes in four are disturbed, at a signal-to-noise ratio of 24 down to −6 dB. A stretch called unusable is shown as noise and not read.',
  'note.af':
    'Episodes of 30 seconds and longer count as found when half of their beats were called fibrillation.',
  'note.strips': 'Atrial fibrillation against normal and other rhythms.',
  'note.flutter':
    'Marked stretches that were met, and episodes called where there is none, in whole sets of recordings. The limits were chosen on record 207 of mitdb, the only one with such a stretch; nstdb is electrode motion.',
  'note.waves':
    'Milliseconds after the cardiologists’ mark: median (lower … upper quartile). Not learned; two limits were chosen on these records.',
  'column.qrs': 'All beats',
  'column.v': 'V',
  'column.s': 'S',
  'column.v_records': 'V per record',
  'column.s_records': 'S per record',
  'column.unread': 'Not usable %',
  'column.false_v': 'V per 1,000 (beats)',
  'column.false_s': 'S per 1,000 (beats)',
  'column.run_sensitivity': 'Sensitivity % (reference runs)',
  'column.run_predictivity': 'Predictivity % (runs found)',
  'column.under_70': 'Under 70 % certain',
  'column.from_70': '70 to 90 %',
  'column.from_90': '90 to 98 %',
  'column.from_98': '98 % and more',
  'column.all_time': 'All time',
  'column.usable_time': 'Usable time',
  'column.usable_noisy_time': 'Usable disturbed time',
  'column.noisy_kept': 'Disturbed time kept %',
  'column.clean_lost': 'Clean time called unusable %',
  'column.af_found': 'AF beats found %',
  'column.other_right': 'Other beats right %',
  'column.flutter_called': 'Atrial flutter called AF %',
  'column.episodes': 'Episodes found',
  'column.f1': 'F1',
  'column.found': 'Found',
  'column.missed': 'Missed',
  'column.wrong': 'False',
  'column.waves': 'Waves found',
  'column.onset': 'Onset, ms',
  'column.offset': 'End, ms',
  'row.first_lead': 'First lead',
  'row.second_lead': 'Second lead',
  'row.both_leads': 'Both leads',
  'row.first_lead_250_hz': 'First lead at 250 Hz',
  'row.first_lead_inverted': 'First lead inverted',
  'row.first_lead_third': 'First lead at a third of its size',
  'row.mitdb_first': 'mitdb, first lead',
  'row.mitdb_first_without': 'mitdb, first lead, without the heaviest record',
  'row.mitdb_second': 'mitdb, second lead',
  'row.mitdb_both': 'mitdb, both leads',
  'row.svdb_first': 'svdb, first lead',
  'row.svdb_first_without': 'svdb, first lead, without the heaviest record',
  'row.svdb_second': 'svdb, second lead',
  'row.svdb_both': 'svdb, both leads',
  'row.normal_strips': 'Normal strips',
  'row.v_couplet_run': 'V, couplets',
  'row.v_short_run': 'V, short runs',
  'row.v_long_run': 'V, long runs',
  'row.s_couplet_run': 'S, couplets',
  'row.s_short_run': 'S, short runs',
  'row.s_long_run': 'S, long runs',
  'row.class_n': 'Called N',
  'row.class_s': 'Called S',
  'row.class_v': 'Called V',
  'row.ltafdb_without': 'ltafdb, without the heaviest record',
  'row.all': 'All',
  record: 'Item',
} as const;
