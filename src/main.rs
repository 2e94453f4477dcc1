//! draft
fn main(){
 use trueodds::*;
 let text=std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
 let mut sm=source::SourceMap::default(); let f=sm.add("x.odds",text.clone());
 let (tree,d)=parse::parse(f,&text);
 for x in &d { println!("{:?} {:?}", sm.locate(x.primary.span), x); }
 let printed=parse::print(&tree,&text);
 if printed!=text { println!("fmt differs"); std::fs::write("/tmp/fmt.odds",&printed).unwrap(); }
 let (m,d)=check::check(tree);
 for x in &d { println!("{:?} {:?}", sm.locate(x.primary.span), x); }
 let p=lower::lower(&m).unwrap();
 let l=evaluate::Limits::default();
 let mut inputs:Vec<_>=m.inputs.iter().map(|i|i.default.clone()).collect();
 for a in std::env::args().skip(2){ let (k,v)=a.split_once('=').unwrap(); let i=m.inputs.iter().position(|i|i.declaration.name==k).unwrap(); inputs[i]=m.parse_value(&m.inputs[i].declaration,v).unwrap(); }
 let rules:Vec<_>=m.rules.iter().map(|i|i.default.clone()).collect();
 let t=std::time::Instant::now();
 let mut law=None;
 for _ in 0..100 {
 let b=evaluate::Bindings::new(&inputs,&rules);
 let plan=evaluate::Plan::<exact::Rational>::new(&p,&m.fields,&b,&[0],&(),&l);
 law=Some(plan.law(&l));
 }
 println!("{:?} per run",t.elapsed()/100);
 match law.unwrap() { Ok(law)=> for (o,p) in law.iter(){ println!("{:?} {}",o.iter().zip(&m.fields).map(|(v,f)|m.value_text(f.kind,v)).collect::<Vec<_>>(),p);}, Err(e)=>println!("{:?} {:?}",sm.locate(e.primary.span),e)}
}
