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
    'Only the table of another database and the tables named “cross-validated” say how the engine does on recordings that it has not seen: every record (or strip) there was judged by coefficients that never saw it. In all other tables the coefficients were learned from the same recordings.',
  'limits.sve':
    'Supraventricular counts are unreliable on patients that the engine has not seen: on the Supraventricular Arrhythmia Database (svdb, not learned from) half of them were found and more than a third of those called were none. The figures for S below hold for the records they were learned from and their neighbours only.',
  'limits.flutter':
    'Atrial flutter is not named: with regular conduction it reads as a regular rhythm, with changing conduction as atrial fibrillation. Ventricular flutter and coarse fibrillation are shown as “possible”; one patient (record 207) has them here, so how many are missed in others is not known. Fine fibrillation is not looked for.',
  'limits.fusion-paced':
    'Fusion beats are called only where very certain. Paced beats are recognised by the spike before a wide complex, where at least a tenth of the beats are paced and the spike is visible at 250 Hz; in such a recording they count as class Q in the tables.',
  'limits.length':
    'No recording longer than half an hour with a signal was available; longer ones are joins of these.',
  'table.unseen': 'Patients of another database: beats (svdb, not learned from)',
  'table.trained_classes': 'Cross-validated: ventricular and supraventricular beats (mitdb)',
  'table.trained_detector': 'Cross-validated: beat detection (mitdb)',
  'table.trained_motion': 'Cross-validated: beats under electrode motion (nstdb, first lead)',
  'table.trained_af': 'Cross-validated: atrial fibrillation from beat positions (afdb, ltafdb)',
  'table.trained_strips': 'Cross-validated: atrial fibrillation in strips (cinc2017)',
  'table.beats': 'Beats (mitdb)',
  'table.records': 'Beats, record by record (mitdb, first lead)',
  'table.runs': 'Ventricular runs (mitdb, first lead)',
  'table.motion': 'Beats under electrode motion (nstdb, first lead)',
  'table.af': 'Atrial fibrillation from beat positions (afdb)',
  'table.strips': 'Atrial fibrillation in strips (cinc2017)',
  'table.flutter': 'Ventricular flutter and fibrillation (first lead)',
  'table.waves': 'Bounds of P, QRS and T (ludb, lead II)',
  'note.unseen':
    'The first and both leads of 52 records of the Supraventricular Arrhythmia Database (128 Hz), which no model was learned from; also without the record that counts most for S. Per record: median (10th percentile) of the F1 over records with at least ten such beats.',
  'note.trained_classes': 'Each of 22 records judged by models that were learned from the others.',
  'note.trained_detector':
    '24 records of half an hour, as they are and altered, each judged by a detector that was learned from the others. Beats missed and beats wrongly added.',
  'note.trained_motion':
    'Record 118 with added noise, judged by models that were learned without record 118; the noise itself was added to other records that they were learned from.',
  'note.trained_af':
    '12 records of afdb and 56 days of ltafdb (ventricular beats left out) in six parts, each judged by a model that was learned from the others. From beat positions alone: what P waves say against fibrillation is not used here.',
  'note.trained_strips': '1,100 strips in ten parts, atrial fibrillation against normal and other rhythms.',
  'note.beats': '24 records of half an hour, as they are and altered.',
  'note.records': '“Not usable” is the share of the recording that was called noisy, flat or without signal.',
  'note.runs':
    'Run by run after EC57: couplets (2 beats), short runs (3 to 5) and long runs (6 and more). In brackets the number of reference runs and of runs found.',
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
  'column.run_sensitivity': 'Sensitivity % (reference runs)',
  'column.run_predictivity': 'Predictivity % (runs found)',
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
  'row.svdb_first': 'First lead',
  'row.svdb_first_without': 'First lead, without the record that counts most for S',
  'row.svdb_both': 'Both leads',
  'row.couplet': 'Couplets',
  'row.short_run': 'Short runs',
  'row.long_run': 'Long runs',
  'row.ltafdb_without': 'ltafdb, without the heaviest record',
  'row.all': 'All',
  record: 'Item',
} as const;
